-- tell_records_without_a_value


-- outside transaction
drop index concurrently if exists "leads_id_idx_new";
create index concurrently "leads_id_idx_new" on "leads" using btree (id) include (date_of_birth, broker_status, not_available_till, last_sent_at, failure_status, ftd_at, purchase_date, purchase_amount, consent_at, is_test) where (deleted_at IS NULL);
drop index concurrently if exists "leads_id_idx";
alter index "leads_id_idx_new" rename to "leads_id_idx";
drop index concurrently if exists "black_list_id_idx_new";
create index concurrently "black_list_id_idx_new" on "black_list" using btree (id) include (expires_at) where (deleted_at IS NULL);
drop index concurrently if exists "black_list_id_idx";
alter index "black_list_id_idx_new" rename to "black_list_id_idx";
