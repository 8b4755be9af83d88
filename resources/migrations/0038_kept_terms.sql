-- kept_terms

alter table "retention_rules" rename column "days" to "term";
alter table "retention_rules" drop constraint "retention_rules_subject_check";
alter table "retention_rules" add column "unit" text not null default 'days'::text;
alter table "retention_rules" add column "in_force" integer;
alter table "retention_rules" alter column "emptied" drop default;
alter table "retention_rules" alter column "emptied" drop not null;
alter table "retention_rules" add constraint "retention_rules_subject_check" check ((subject = ANY (ARRAY['leads'::text, 'failed_leads'::text, 'requests'::text, 'request_bodies'::text, 'exports'::text, 'auto_login_links'::text, 'jobs'::text, 'audit_log'::text])));
alter table "retention_rules" add constraint "retention_rules_unit_check" check ((unit = ANY (ARRAY['minutes'::text, 'hours'::text, 'days'::text])));
-- Links that are there already go at the first look.
update "sends" set "auto_login_until" = now() where "auto_login" is not null;

-- outside transaction
drop index concurrently if exists "sends_auto_login_until_idx";
create index concurrently "sends_auto_login_until_idx" on "sends" using btree (auto_login_until) where (auto_login_until IS NOT NULL);
