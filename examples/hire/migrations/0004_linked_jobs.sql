-- linked_jobs

alter table "jobs" add column "parent" bigint;
create index "jobs_parent_idx" on "jobs" using btree (parent);
alter table "jobs" add constraint "jobs_parent_fkey" foreign key ("parent") references "jobs" (id);
