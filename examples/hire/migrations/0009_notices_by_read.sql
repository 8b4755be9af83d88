-- notices_by_read

create index "notifications_user_event_record_id_idx" on "notifications" using btree ("user", event, record_id);
create index "notifications_user_read_at_updated_at_idx" on "notifications" using btree ("user", read_at, updated_at DESC);
