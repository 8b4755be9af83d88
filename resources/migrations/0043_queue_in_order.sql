-- queue_in_order


-- outside transaction
drop index concurrently if exists "sends_integration_next_attempt_at_id_idx";
create index concurrently "sends_integration_next_attempt_at_id_idx" on "sends" using btree (integration, next_attempt_at, id);
drop index concurrently if exists "sends_integration_next_attempt_at_idx";
