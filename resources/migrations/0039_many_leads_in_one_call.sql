-- many_leads_in_one_call

alter table "send_attempts" add column "batch" text;
alter table "send_integrations" add column "batch_size" integer;
alter table "send_integrations" add column "batch_path" text;
alter table "send_integrations" add column "batch_rows_path" text;
alter table "send_integrations" add column "batch_match" text default 'place'::text;
alter table "send_integrations" add column "batch_match_path" text;
alter table "send_integrations" add constraint "send_integrations_batch_match_check" check ((batch_match = ANY (ARRAY['place'::text, 'key'::text, 'email'::text, 'number'::text])));
