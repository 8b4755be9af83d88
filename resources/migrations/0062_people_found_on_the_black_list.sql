-- people_found_on_the_black_list


-- outside transaction
drop index concurrently if exists "black_list_hash_idx_new";
create index concurrently "black_list_hash_idx_new" on "black_list" using btree (hash COLLATE "C") where (hash IS NOT NULL);
drop index concurrently if exists "black_list_hash_idx";
alter index "black_list_hash_idx_new" rename to "black_list_hash_idx";
