-- kept_postbacks

create table "kept_postbacks" (
  "id" bigint generated always as identity,
  "integration" bigint not null,
  "broker_lead" text not null,
  "said" jsonb not null,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "kept_postbacks_pkey" primary key ("id")
);

create index "kept_postbacks_integration_idx" on "kept_postbacks" using btree (integration);
alter table "kept_postbacks" add constraint "kept_postbacks_integration_fkey" foreign key ("integration") references "send_integrations" (id);
