-- status_department

alter table "leads" add column "status_department" bigint;
-- What a lead has had since a broker took it, the broker of its last department has told.
update leads set status_department = last_department
where broker_status is not null and last_department is not null;
alter table "leads" add constraint "leads_status_department_fkey" foreign key ("status_department") references "broker_departments" (id);

-- outside transaction
drop index concurrently if exists "leads_status_department_idx";
create index concurrently "leads_status_department_idx" on "leads" using btree (status_department) where (status_department IS NOT NULL);
