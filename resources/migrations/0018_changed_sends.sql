-- changed_sends


-- outside transaction
drop index concurrently if exists "sends_updated_at_idx";
create index concurrently "sends_updated_at_idx" on "sends" using btree (updated_at);
