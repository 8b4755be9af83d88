-- cancelled_deposits_of_sends


-- outside transaction
drop index concurrently if exists "sends_ftd_cancelled_at_idx";
create index concurrently "sends_ftd_cancelled_at_idx" on "sends" using btree (ftd_cancelled_at) where (ftd_cancelled_at IS NOT NULL);
