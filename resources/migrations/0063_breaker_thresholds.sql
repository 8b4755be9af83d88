-- breaker_thresholds

alter table "send_integrations" add column "breaker_calls" integer not null default 20;
alter table "send_integrations" add column "breaker_auth" integer not null default 1;
