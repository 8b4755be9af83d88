-- sending_engine

create table "cap_counters" (
  "id" bigint generated always as identity,
  "department" bigint not null,
  "key" text not null,
  "used" integer not null default 0,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "cap_counters_pkey" primary key ("id")
);

alter table "sends" add column "reserved" jsonb;
alter table "send_integrations" add column "next_call_at" timestamp with time zone;
create index "cap_counters_department_idx" on "cap_counters" using btree (department);
create unique index "cap_counters_department_key_key" on "cap_counters" using btree (department, key);
alter table "cap_counters" add constraint "cap_counters_department_fkey" foreign key ("department") references "broker_departments" (id);

-- outside transaction
drop index concurrently if exists "sends_integration_next_attempt_at_idx";
create index concurrently "sends_integration_next_attempt_at_idx" on "sends" using btree (integration, next_attempt_at);
