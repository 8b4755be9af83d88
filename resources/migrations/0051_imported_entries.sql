-- imported_entries

alter table "black_list" add column "import" bigint;
alter table "black_list" add constraint "black_list_import_fkey" foreign key ("import") references "imports" (id);

-- outside transaction
drop index concurrently if exists "black_list_import_idx";
create index concurrently "black_list_import_idx" on "black_list" using btree (import, created_at, id, deleted_at);
