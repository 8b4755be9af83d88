-- last_department

drop index "leads_last_department_idx";

-- outside transaction
drop index concurrently if exists "leads_last_department_idx";
create index concurrently "leads_last_department_idx" on "leads" using btree (last_department, created_at, id, deleted_at);
