-- partner_tokens

alter table "broker_departments" add column "api_token_hash" text;
alter table "broker_departments" add column "previous_token" text;
alter table "broker_departments" add column "previous_token_hash" text;
alter table "broker_departments" add column "previous_token_until" timestamp with time zone;
create index "broker_departments_api_token_hash_idx" on "broker_departments" using btree (api_token_hash);
create index "broker_departments_previous_token_hash_idx" on "broker_departments" using btree (previous_token_hash);
