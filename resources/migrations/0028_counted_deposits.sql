-- counted_deposits

alter table "leads" add column "ftd_at" timestamp with time zone;
alter table "sends" add column "ftd_at" timestamp with time zone;

-- Deposits without a date of the broker count from when they were found, in the sums of the dashboard too: these are made at the next start.
update leads set ftd_at = coalesce(api_ftd_at, ftd_detected_at)
  where api_ftd_at is not null or ftd_detected_at is not null;
update sends set ftd_at = coalesce(api_ftd_at, ftd_detected_at)
  where api_ftd_at is not null or ftd_detected_at is not null;
insert into chores select 'recount' where exists (select from statistics) on conflict do nothing;

drop index "leads_api_ftd_at_idx";
drop index "sends_api_ftd_at_idx";
drop index "sends_ftd_detected_at_idx";

-- outside transaction
drop index concurrently if exists "leads_ftd_at_idx";
create index concurrently "leads_ftd_at_idx" on "leads" using btree (ftd_at, id) where ((deleted_at IS NULL) AND (ftd_at IS NOT NULL));
drop index concurrently if exists "sends_ftd_at_idx";
create index concurrently "sends_ftd_at_idx" on "sends" using btree (ftd_at, id) where (ftd_at IS NOT NULL);
