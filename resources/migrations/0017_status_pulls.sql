-- status_pulls

alter table "send_integrations" add column "pull_unmatched" integer;
alter table "send_integrations" add column "pull_asked" integer;
alter table "send_integrations" add column "pull_begun_at" timestamp with time zone;
alter table "send_integrations" add column "pull_wide_at" timestamp with time zone;
alter table "send_integrations" add column "pull_leased_until" timestamp with time zone;
