-- send_again

alter table "sends" add column "is_again" boolean not null default false;
alter table "sends" add column "attempts_before" integer not null default 0;
