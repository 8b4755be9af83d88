-- sends_wait

alter table "sends" add column "waits_since" timestamp with time zone;
