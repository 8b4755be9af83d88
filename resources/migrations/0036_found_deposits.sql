-- found_deposits


-- outside transaction
drop index concurrently if exists "leads_ftd_cancelled_at_idx";
create index concurrently "leads_ftd_cancelled_at_idx" on "leads" using btree (ftd_cancelled_at) where (ftd_cancelled_at IS NOT NULL);
