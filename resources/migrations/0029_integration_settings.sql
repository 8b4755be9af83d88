-- integration_settings

alter table "send_integrations" add column "token_method" text default 'POST'::text;
alter table "send_integrations" add column "rate_burst" integer not null default 1;
alter table "send_integrations" add column "ftd_values" text[];
alter table "send_integrations" add column "postback_ftd_values" text[];
alter table "send_integrations" add column "postback_currency" text;
alter table "send_integrations" add constraint "send_integrations_token_method_check" check ((token_method = ANY (ARRAY['POST'::text, 'PUT'::text])));

-- outside transaction
drop index concurrently if exists "sends_answered_at_idx";
create index concurrently "sends_answered_at_idx" on "sends" using btree (answered_at) where (answered_at IS NOT NULL);
drop index concurrently if exists "sends_broker_status_at_idx";
create index concurrently "sends_broker_status_at_idx" on "sends" using btree (broker_status_at) where (broker_status_at IS NOT NULL);
drop index concurrently if exists "sends_mode_idx";
create index concurrently "sends_mode_idx" on "sends" using btree (mode);
