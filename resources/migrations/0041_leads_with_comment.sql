-- leads_with_comment


-- outside transaction
drop index concurrently if exists "leads_comment_idx";
create index concurrently "leads_comment_idx" on "leads" using btree (created_at, id) where ((deleted_at IS NULL) AND (comment IS NOT NULL));
