-- sparse_indexes


-- outside transaction
drop index concurrently if exists "sends_department_broker_status_broker_status_at_idx_new";
create index concurrently "sends_department_broker_status_broker_status_at_idx_new" on "sends" using btree (department, broker_status, broker_status_at) where (broker_status IS NOT NULL);
drop index concurrently if exists "sends_department_broker_status_broker_status_at_idx";
alter index "sends_department_broker_status_broker_status_at_idx_new" rename to "sends_department_broker_status_broker_status_at_idx";
drop index concurrently if exists "sends_integration_next_attempt_at_id_idx_new";
create index concurrently "sends_integration_next_attempt_at_id_idx_new" on "sends" using btree (integration, next_attempt_at, id) where (next_attempt_at IS NOT NULL);
drop index concurrently if exists "sends_integration_next_attempt_at_id_idx";
alter index "sends_integration_next_attempt_at_id_idx_new" rename to "sends_integration_next_attempt_at_id_idx";
