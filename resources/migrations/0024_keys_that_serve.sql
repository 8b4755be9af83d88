-- keys_that_serve

drop index "sends_send_key_idx";
drop index "send_attempts_send_idx";
drop index "lead_status_settings_status_idx";
drop index "cap_counters_department_idx";
drop index "integration_secrets_integration_idx";
drop index "integration_versions_integration_idx";
drop index "source_random_status_rows_rule_idx";
