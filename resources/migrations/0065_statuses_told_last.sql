-- statuses_told_last


-- outside transaction
drop index concurrently if exists "sends_broker_status_at_idx_new";
create index concurrently "sends_broker_status_at_idx_new" on "sends" using btree (broker_status_at, id) where (broker_status_at IS NOT NULL);
drop index concurrently if exists "sends_broker_status_at_idx";
alter index "sends_broker_status_at_idx_new" rename to "sends_broker_status_at_idx";
drop index concurrently if exists "sends_department_broker_status_at_id_idx";
create index concurrently "sends_department_broker_status_at_id_idx" on "sends" using btree (department, broker_status_at, id) where (broker_status_at IS NOT NULL);
