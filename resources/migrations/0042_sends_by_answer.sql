-- sends_by_answer


-- outside transaction
drop index concurrently if exists "sends_answered_at_idx_new";
create index concurrently "sends_answered_at_idx_new" on "sends" using btree (answered_at, id) where (answered_at IS NOT NULL);
drop index concurrently if exists "sends_answered_at_idx";
alter index "sends_answered_at_idx_new" rename to "sends_answered_at_idx";
