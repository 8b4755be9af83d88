-- failed_tests

alter table "failed_leads" add column "is_test" boolean not null default false;
update "failed_leads" set "is_test" = true where settings ->> 'is_test' = 'true';
-- The sums are made at the next start, without what was refused of tests.
insert into chores select 'recount' where exists (select from statistics) on conflict do nothing;

-- outside transaction
drop index concurrently if exists "failed_leads_is_test_idx";
create index concurrently "failed_leads_is_test_idx" on "failed_leads" using btree (is_test, created_at, id) where is_test;
