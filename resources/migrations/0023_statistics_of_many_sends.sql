-- statistics_of_many_sends

create index "send_days_zone_day_idx" on "send_days" using btree (zone, day);
create index "send_days_zone_updated_at_idx" on "send_days" using btree (zone, updated_at);
