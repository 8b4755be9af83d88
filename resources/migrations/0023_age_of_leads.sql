-- age_of_leads


-- outside transaction
drop index concurrently if exists "leads_date_of_birth_idx";
create index concurrently "leads_date_of_birth_idx" on "leads" using btree (date_of_birth, id) where ((deleted_at IS NULL) AND (date_of_birth IS NOT NULL));
