-- import_counts

alter table "imports" drop constraint "imports_state_check";
alter table "imports" add column "updated" integer not null default 0;
alter table "imports" add column "undone" integer not null default 0;
alter table "imports" add column "undo_job" bigint;
alter table "imports" add constraint "imports_state_check" check ((state = ANY (ARRAY['uploaded'::text, 'checking'::text, 'checked'::text, 'preparing'::text, 'importing'::text, 'done'::text, 'failed'::text, 'cancelled'::text, 'undoing'::text, 'undone'::text])));
create index "imports_undo_job_idx" on "imports" using btree (undo_job);
alter table "imports" add constraint "imports_undo_job_fkey" foreign key ("undo_job") references "jobs" (id);
