-- words_of_departments

drop index "leads_broker_status_idx";
drop index "sends_department_broker_status_idx";

-- outside transaction
drop index concurrently if exists "leads_broker_status_idx";
create index concurrently "leads_broker_status_idx" on "leads" using btree (broker_status COLLATE "und-x-icu", id) where ((deleted_at IS NULL) AND (broker_status IS NOT NULL));
drop index concurrently if exists "sends_department_broker_status_broker_status_at_idx";
create index concurrently "sends_department_broker_status_broker_status_at_idx" on "sends" using btree (department, broker_status, broker_status_at);
