-- quiet_notifications

alter table "users" add column "quiet_events" text[];
