-- paces_of_sends

create table "send_paces" (
  "id" bigint generated always as identity,
  "job" bigint not null,
  "called_at" timestamp with time zone not null,
  "on_day" integer not null default 0,
  "next_at" timestamp with time zone not null,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "send_paces_pkey" primary key ("id")
);

create unique index "send_paces_job_key" on "send_paces" using btree (job);
alter table "send_paces" add constraint "send_paces_job_fkey" foreign key ("job") references "jobs" (id);
