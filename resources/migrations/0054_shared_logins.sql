-- shared_logins

create table "integration_logins" (
  "id" bigint generated always as identity,
  "integration" bigint not null,
  "settings" text,
  "token" text,
  "until" timestamp with time zone,
  "leased_until" timestamp with time zone,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "integration_logins_pkey" primary key ("id")
);

create unique index "integration_logins_integration_key" on "integration_logins" using btree (integration);
alter table "integration_logins" add constraint "integration_logins_integration_fkey" foreign key ("integration") references "send_integrations" (id);
