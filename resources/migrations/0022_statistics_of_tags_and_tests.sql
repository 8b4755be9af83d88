-- statistics_of_tags_and_tests

-- They are added up anew, with tests and by tags.
delete from "send_days";

drop index "send_days_department_zone_is_short_day_idx";
drop index "send_days_zone_is_short_day_idx";
alter table "send_days" add column "tag" bigint;
alter table "send_days" add column "is_test" boolean not null default false;
create index "send_days_department_zone_is_short_tag_day_idx" on "send_days" using btree (department, zone, is_short, tag, day);
create index "send_days_zone_is_short_tag_day_idx" on "send_days" using btree (zone, is_short, tag, day);
