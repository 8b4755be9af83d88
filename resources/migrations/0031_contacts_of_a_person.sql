-- contacts_of_a_person

alter table "leads" add column "alt_email_hmac" text;
alter table "leads" add column "alt_phone_hmac" text;

-- Leads that are there get the fingerprints of their other contacts by a schedule.
insert into chores select 'fingerprint alternates' where exists (select from leads);

-- outside transaction
drop index concurrently if exists "leads_alt_email_hmac_idx";
create index concurrently "leads_alt_email_hmac_idx" on "leads" using btree (alt_email_hmac COLLATE "C") where (alt_email_hmac IS NOT NULL);
drop index concurrently if exists "leads_alt_phone_hmac_idx";
create index concurrently "leads_alt_phone_hmac_idx" on "leads" using btree (alt_phone_hmac COLLATE "C") where (alt_phone_hmac IS NOT NULL);
