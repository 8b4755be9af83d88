-- sparse_lookups

drop index "leads_ftd_department_idx";
drop index "sends_ftd_detected_at_idx";
drop index "sends_leased_until_idx";
drop index "sends_missing_at_broker_idx";
drop index "sends_sent_at_idx";

-- outside transaction
drop index concurrently if exists "leads_ftd_department_idx";
create index concurrently "leads_ftd_department_idx" on "leads" using btree (ftd_department) where (ftd_department IS NOT NULL);
drop index concurrently if exists "sends_ftd_detected_at_idx";
create index concurrently "sends_ftd_detected_at_idx" on "sends" using btree (ftd_detected_at) where (ftd_detected_at IS NOT NULL);
drop index concurrently if exists "sends_leased_until_idx";
create index concurrently "sends_leased_until_idx" on "sends" using btree (leased_until) where (leased_until IS NOT NULL);
drop index concurrently if exists "sends_missing_at_broker_idx";
create index concurrently "sends_missing_at_broker_idx" on "sends" using btree (missing_at_broker) where missing_at_broker;
drop index concurrently if exists "sends_sent_at_idx";
create index concurrently "sends_sent_at_idx" on "sends" using btree (sent_at) where (sent_at IS NOT NULL);
