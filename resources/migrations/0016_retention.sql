-- retention

create table "retention_rules" (
  "id" bigint generated always as identity,
  "subject" text not null,
  "days" integer not null,
  "is_active" boolean not null default true,
  "starts_at" timestamp with time zone,
  "waiting" integer,
  "emptied" integer not null default 0,
  "last_run_at" timestamp with time zone,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "retention_rules_pkey" primary key ("id"),
  constraint "retention_rules_subject_check" check ((subject = ANY (ARRAY['leads'::text, 'failed_leads'::text])))
);

create unique index "retention_rules_subject_key" on "retention_rules" using btree (subject);
