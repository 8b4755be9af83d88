-- black_list_ends

alter table "black_list" add column "freed_at" timestamp with time zone;

-- outside transaction
drop index concurrently if exists "black_list_expires_at_idx";
create index concurrently "black_list_expires_at_idx" on "black_list" using btree (expires_at, id) where ((deleted_at IS NULL) AND (expires_at IS NOT NULL));
