-- marked_duplicates


-- outside transaction
drop index concurrently if exists "leads_is_duplicate_idx";
create index concurrently "leads_is_duplicate_idx" on "leads" using btree (is_duplicate, created_at, id) include (is_test) where ((deleted_at IS NULL) AND is_duplicate);
