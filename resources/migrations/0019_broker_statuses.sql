-- broker_statuses


-- outside transaction
drop index concurrently if exists "sends_department_broker_status_idx";
create index concurrently "sends_department_broker_status_idx" on "sends" using btree (department, broker_status);
