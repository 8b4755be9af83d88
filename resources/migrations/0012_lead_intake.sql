-- lead_intake

create table "sources_allowed_countries" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "sources_allowed_countries_pkey" primary key ("record_id", "target_id")
);

alter table "leads" add column "email_hmac" text;
alter table "leads" add column "phone_hmac" text;
alter table "leads" add column "department" bigint;
alter table "leads" add column "uuid" text;
alter table "leads" add column "is_duplicate" boolean not null default false;
alter table "leads" add column "raw" jsonb;
alter table "leads" add column "generated_fields" text[];
alter table "sources" add column "daily_cap" integer;
alter table "sources" add column "consent_required" boolean not null default false;
alter table "sources" add column "own_duplicate_rule" boolean not null default false;
alter table "sources" add column "same_email" boolean default true;
alter table "sources" add column "same_phone" boolean default true;
alter table "sources" add column "same_alt_email" boolean default false;
alter table "sources" add column "same_alt_phone" boolean default false;
alter table "sources" add column "same_external_id" boolean default false;
alter table "sources" add column "duplicate_match" text default 'any'::text;
alter table "sources" add column "duplicate_where" text default 'everywhere'::text;
alter table "sources" add column "duplicate_hours" integer;
alter table "sources" add column "duplicate_action" text default 'refuse'::text;
alter table "sources" add constraint "sources_duplicate_action_check" check ((duplicate_action = ANY (ARRAY['refuse'::text, 'mark'::text])));
alter table "sources" add constraint "sources_duplicate_match_check" check ((duplicate_match = ANY (ARRAY['any'::text, 'all'::text])));
alter table "sources" add constraint "sources_duplicate_where_check" check ((duplicate_where = ANY (ARRAY['everywhere'::text, 'source'::text, 'import'::text])));
create index "sources_allowed_countries_target_id_idx" on "sources_allowed_countries" using btree (target_id);
alter table "leads" add constraint "leads_department_fkey" foreign key ("department") references "broker_departments" (id);
alter table "sources_allowed_countries" add constraint "sources_allowed_countries_record_id_fkey" foreign key ("record_id") references "sources" (id) on delete cascade;
alter table "sources_allowed_countries" add constraint "sources_allowed_countries_target_id_fkey" foreign key ("target_id") references "countries" (id) on delete cascade;

-- Leads that are there get their UUIDs and the fingerprints of their contacts by a schedule.
insert into chores select 'complete leads' where exists (select from leads);

-- outside transaction
drop index concurrently if exists "leads_alt_email_idx";
create index concurrently "leads_alt_email_idx" on "leads" using btree (alt_email COLLATE "C") where (alt_email IS NOT NULL);
drop index concurrently if exists "leads_alt_phone_idx";
create index concurrently "leads_alt_phone_idx" on "leads" using btree (alt_phone COLLATE "C") where (alt_phone IS NOT NULL);
drop index concurrently if exists "leads_department_idx";
create index concurrently "leads_department_idx" on "leads" using btree (department) where (department IS NOT NULL);
