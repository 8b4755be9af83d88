-- wakes_in_parts

create table "send_wakes" (
  "id" bigint generated always as identity,
  "department" bigint,
  "integration" bigint,
  "job" bigint,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "send_wakes_pkey" primary key ("id")
);

create index "send_wakes_department_idx" on "send_wakes" using btree (department);
create index "send_wakes_integration_idx" on "send_wakes" using btree (integration);
create index "send_wakes_job_idx" on "send_wakes" using btree (job);
alter table "send_wakes" add constraint "send_wakes_department_fkey" foreign key ("department") references "broker_departments" (id);
alter table "send_wakes" add constraint "send_wakes_integration_fkey" foreign key ("integration") references "send_integrations" (id);
alter table "send_wakes" add constraint "send_wakes_job_fkey" foreign key ("job") references "jobs" (id);
