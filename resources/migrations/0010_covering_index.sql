-- covering_index

drop index "leads_country_idx";

-- outside transaction
drop index concurrently if exists "leads_country_idx";
create index concurrently "leads_country_idx" on "leads" using btree (country, created_at, id, deleted_at) include (status, source);
