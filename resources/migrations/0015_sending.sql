-- sending

create table "leads_sent_departments" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "leads_sent_departments_pkey" primary key ("record_id", "target_id")
);

create table "leads_sent_brokers" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "leads_sent_brokers_pkey" primary key ("record_id", "target_id")
);

create table "sends" (
  "id" bigint generated always as identity,
  "uuid" text not null,
  "lead" bigint not null,
  "broker" bigint,
  "department" bigint not null,
  "integration" bigint,
  "integration_version" integer,
  "source" bigint,
  "country" bigint,
  "language" bigint,
  "job" bigint,
  "user" bigint,
  "mode" text not null default 'manual'::text,
  "state" text not null default 'pending'::text,
  "holds" boolean,
  "failure_status" text,
  "failure_message" text,
  "attempts" integer not null default 0,
  "scheduled_at" timestamp with time zone,
  "next_attempt_at" timestamp with time zone,
  "leased_until" timestamp with time zone,
  "sent_at" timestamp with time zone,
  "answered_at" timestamp with time zone,
  "duration_ms" integer,
  "http_status" integer,
  "api_lead_id" text,
  "auto_login" text,
  "auto_login_until" timestamp with time zone,
  "price" text,
  "broker_status" text,
  "status" bigint,
  "broker_status_at" timestamp with time zone,
  "last_synced_at" timestamp with time zone,
  "syncs_without" integer not null default 0,
  "missing_at_broker" boolean not null default false,
  "api_ftd_at" timestamp with time zone,
  "ftd_detected_at" timestamp with time zone,
  "ftd_amount" numeric(12,2),
  "ftd_currency" text,
  "ftd_cancelled_at" timestamp with time zone,
  "returned_at" timestamp with time zone,
  "return_reason" text,
  "note" text,
  "plan" jsonb,
  "others" jsonb,
  "is_test" boolean not null default false,
  "send_key" text not null,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "sends_pkey" primary key ("id"),
  constraint "sends_mode_check" check ((mode = ANY (ARRAY['manual'::text, 'rotation'::text, 'import'::text, 'auto'::text, 'test'::text]))),
  constraint "sends_return_reason_check" check ((return_reason = ANY (ARRAY['wrong_number'::text, 'wrong_person'::text, 'duplicate'::text, 'no_request'::text, 'wrong_country'::text, 'under_age'::text, 'remove'::text, 'other'::text]))),
  constraint "sends_state_check" check ((state = ANY (ARRAY['pending'::text, 'waiting'::text, 'retrying'::text, 'sending'::text, 'sent'::text, 'rejected'::text, 'failed'::text, 'unknown'::text, 'skipped'::text, 'cancelled'::text, 'returned'::text])))
);

create table "send_attempts" (
  "id" bigint generated always as identity,
  "send" bigint not null,
  "number" integer not null,
  "started_at" timestamp with time zone not null,
  "finished_at" timestamp with time zone,
  "outcome" text,
  "rule" integer,
  "http_status" integer,
  "error" text,
  "request" jsonb,
  "response" text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "send_attempts_pkey" primary key ("id")
);

create table "broker_departments_accept_countries" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "broker_departments_accept_countries_pkey" primary key ("record_id", "target_id")
);

create table "broker_departments_accept_languages" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "broker_departments_accept_languages_pkey" primary key ("record_id", "target_id")
);

create table "broker_departments_accept_sources" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "broker_departments_accept_sources_pkey" primary key ("record_id", "target_id")
);

create table "broker_departments_block_sources" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "broker_departments_block_sources_pkey" primary key ("record_id", "target_id")
);

create table "department_caps" (
  "id" bigint generated always as identity,
  "department" bigint not null,
  "period" text not null default 'day'::text,
  "limit" integer not null,
  "counts" text not null default 'accepted'::text,
  "country" bigint,
  "source" bigint,
  "position" integer not null default 1,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "department_caps_pkey" primary key ("id"),
  constraint "department_caps_counts_check" check ((counts = ANY (ARRAY['accepted'::text, 'attempted'::text]))),
  constraint "department_caps_period_check" check ((period = ANY (ARRAY['hour'::text, 'day'::text, 'week'::text, 'month'::text, 'total'::text])))
);

create table "send_integrations" (
  "id" bigint generated always as identity,
  "name" text not null,
  "department" bigint not null,
  "broker" bigint,
  "template" text not null default 'custom'::text,
  "environment" text not null default 'live'::text,
  "state" text not null default 'draft'::text,
  "pause_reason" text,
  "tested_at" timestamp with time zone,
  "revision" integer not null default 1,
  "method" text not null default 'POST'::text,
  "url" text not null,
  "content_type" text not null default 'json'::text,
  "headers" jsonb,
  "body_template" text,
  "connect_timeout" integer not null default 5,
  "total_timeout" integer not null default 45,
  "auth_type" text not null default 'none'::text,
  "auth_name" text,
  "auth_place" text,
  "auth_username" text,
  "auth_secret" text,
  "auth_prefix" text,
  "token_url" text,
  "token_body" text,
  "token_path" text,
  "token_minutes" integer,
  "oauth_scope" text,
  "hmac_algorithm" text,
  "hmac_template" text,
  "mapping" jsonb not null,
  "lookups" jsonb,
  "allowed_restricted" text[],
  "rules" jsonb not null,
  "status_is_success" boolean not null default false,
  "id_paths" text[],
  "link_paths" text[],
  "status_paths" text[],
  "message_paths" text[],
  "price_paths" text[],
  "retry_attempts" integer not null default 5,
  "retry_after" text not null default '10s 1m 5m 15m 60m'::text,
  "capacity_after" text not null default '15m 1h 4h 12h'::text,
  "max_age_hours" integer not null default 24,
  "safe_to_repeat" boolean not null default false,
  "send_key_header" boolean not null default true,
  "rate_count" integer,
  "rate_seconds" integer not null default 60,
  "concurrency" integer not null default 2,
  "breaker_errors" integer not null default 10,
  "breaker_rejections" integer not null default 20,
  "breaker_timeouts" integer not null default 50,
  "pull_mode" text not null default 'off'::text,
  "pull_method" text,
  "pull_url" text,
  "pull_body" text,
  "pull_date_format" text,
  "pull_timezone" text,
  "pull_paging" text,
  "pull_page_path" text,
  "pull_take" integer,
  "pull_rows_path" text,
  "pull_id_paths" text[],
  "pull_email_paths" text[],
  "pull_phone_paths" text[],
  "pull_status_paths" text[],
  "pull_status_at_paths" text[],
  "ftd_paths" text[],
  "ftd_statuses" text[],
  "ftd_at_paths" text[],
  "ftd_amount_paths" text[],
  "ftd_currency_paths" text[],
  "pull_every" integer default 15,
  "pull_days" integer default 7,
  "pull_pad_hours" integer default 48,
  "pull_active" boolean not null default true,
  "ftd_active" boolean not null default true,
  "postback_key" text,
  "postback_id" text,
  "postback_status" text,
  "postback_ftd" text,
  "postback_ftd_at" text,
  "postback_amount" text,
  "contact" text,
  "documentation_url" text,
  "note" text,
  "push_ok_at" timestamp with time zone,
  "push_failed_at" timestamp with time zone,
  "pulled_at" timestamp with time zone,
  "ftd_pulled_at" timestamp with time zone,
  "pull_problem" text,
  "pull_failures" integer not null default 0,
  "pull_rows" integer,
  "errors_in_row" integer not null default 0,
  "rejections_in_row" integer not null default 0,
  "recent" text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "send_integrations_pkey" primary key ("id"),
  constraint "send_integrations_auth_place_check" check ((auth_place = ANY (ARRAY['header'::text, 'query'::text, 'body'::text]))),
  constraint "send_integrations_auth_type_check" check ((auth_type = ANY (ARRAY['none'::text, 'api_key'::text, 'basic'::text, 'bearer'::text, 'custom_headers'::text, 'login_token'::text, 'oauth2_client'::text, 'hmac'::text]))),
  constraint "send_integrations_content_type_check" check ((content_type = ANY (ARRAY['json'::text, 'form'::text, 'multipart'::text, 'xml'::text, 'query'::text]))),
  constraint "send_integrations_environment_check" check ((environment = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint "send_integrations_hmac_algorithm_check" check ((hmac_algorithm = ANY (ARRAY['sha256'::text, 'sha512'::text, 'sha1'::text]))),
  constraint "send_integrations_method_check" check ((method = ANY (ARRAY['POST'::text, 'PUT'::text, 'PATCH'::text, 'GET'::text]))),
  constraint "send_integrations_pull_method_check" check ((pull_method = ANY (ARRAY['GET'::text, 'POST'::text]))),
  constraint "send_integrations_pull_mode_check" check ((pull_mode = ANY (ARRAY['off'::text, 'ids'::text, 'window'::text, 'since'::text]))),
  constraint "send_integrations_pull_paging_check" check ((pull_paging = ANY (ARRAY['none'::text, 'page'::text, 'skip'::text, 'next'::text]))),
  constraint "send_integrations_state_check" check ((state = ANY (ARRAY['draft'::text, 'tested'::text, 'active'::text, 'paused'::text, 'auto_paused'::text, 'archived'::text]))),
  constraint "send_integrations_template_check" check ((template = ANY (ARRAY['custom'::text, 'trackbox'::text, 'hypernet'::text, 'irev'::text, 'crmate'::text, 'generic'::text])))
);

create table "integration_secrets" (
  "id" bigint generated always as identity,
  "integration" bigint not null,
  "name" text not null,
  "value" text not null,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "integration_secrets_pkey" primary key ("id")
);

create table "integration_versions" (
  "id" bigint generated always as identity,
  "integration" bigint not null,
  "number" integer not null,
  "user" bigint,
  "content" jsonb not null,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "integration_versions_pkey" primary key ("id")
);

alter table "leads" add column "last_department" bigint;
alter table "leads" add column "ftd_detected_at" timestamp with time zone;
alter table "leads" add column "ftd_department" bigint;
alter table "broker_departments" add column "default_integration" bigint;
alter table "broker_departments" add column "pause_reason" text;
alter table "broker_departments" add column "default_source" bigint;
alter table "broker_departments" add column "may_send_restricted" boolean not null default false;
alter table "broker_departments" add column "opening_hours" jsonb;
alter table "broker_departments" add column "closed_dates" jsonb;
alter table "broker_departments" add column "off_hours_action" text not null default 'wait'::text;
alter table "broker_departments" add column "cap_action" text not null default 'skip'::text;
alter table "broker_departments" add column "priority" integer not null default 10;
alter table "broker_departments" add column "weight" integer not null default 10;
alter table "broker_departments" add column "max_lead_age_days" integer;
alter table "broker_departments" add column "min_age_years" integer;
alter table "broker_departments" add column "required_fields" text[];
alter table "broker_departments" add column "needs_consent" boolean not null default false;
alter table "broker_departments" add column "resend_after_days" integer;
alter table "broker_departments" add column "block_same_company" boolean not null default true;
alter table "broker_departments" add constraint "broker_departments_cap_action_check" check ((cap_action = ANY (ARRAY['wait'::text, 'skip'::text])));
alter table "broker_departments" add constraint "broker_departments_off_hours_action_check" check ((off_hours_action = ANY (ARRAY['wait'::text, 'skip'::text])));
create index "broker_departments_default_integration_idx" on "broker_departments" using btree (default_integration);
create index "broker_departments_default_source_idx" on "broker_departments" using btree (default_source);
create index "leads_sent_departments_target_id_idx" on "leads_sent_departments" using btree (target_id);
create index "leads_sent_brokers_target_id_idx" on "leads_sent_brokers" using btree (target_id);
create index "sends_api_ftd_at_idx" on "sends" using btree (api_ftd_at, id) where (api_ftd_at IS NOT NULL);
create index "sends_api_lead_id_idx" on "sends" using btree (api_lead_id COLLATE "C") where (api_lead_id IS NOT NULL);
create index "sends_broker_idx" on "sends" using btree (broker, created_at, id);
create index "sends_broker_status_idx" on "sends" using btree (broker_status COLLATE "und-x-icu", id) where (broker_status IS NOT NULL);
create index "sends_country_idx" on "sends" using btree (country, created_at, id);
create index "sends_created_at_id_idx" on "sends" using btree (created_at, id);
create index "sends_department_idx" on "sends" using btree (department, created_at, id) include (state);
create index "sends_department_state_created_at_idx" on "sends" using btree (department, state, created_at DESC);
create index "sends_failure_status_idx" on "sends" using btree (failure_status COLLATE "und-x-icu", id) where (failure_status IS NOT NULL);
create index "sends_ftd_detected_at_idx" on "sends" using btree (ftd_detected_at);
create index "sends_http_status_idx" on "sends" using btree (http_status, id) where (http_status IS NOT NULL);
create index "sends_integration_idx" on "sends" using btree (integration, created_at, id);
create index "sends_is_test_idx" on "sends" using btree (is_test, created_at, id) where is_test;
create index "sends_job_idx" on "sends" using btree (job, created_at, id);
create index "sends_language_idx" on "sends" using btree (language);
create unique index "sends_lead_department_holds_key" on "sends" using btree (lead, department, holds);
create index "sends_lead_idx" on "sends" using btree (lead, created_at, id);
create index "sends_leased_until_idx" on "sends" using btree (leased_until);
create index "sends_missing_at_broker_idx" on "sends" using btree (missing_at_broker);
create index "sends_next_attempt_at_idx" on "sends" using btree (next_attempt_at, id) where (next_attempt_at IS NOT NULL);
create index "sends_send_key_idx" on "sends" using btree (send_key);
create unique index "sends_send_key_key" on "sends" using btree (send_key);
create index "sends_sent_at_idx" on "sends" using btree (sent_at);
create index "sends_source_idx" on "sends" using btree (source, created_at, id);
create index "sends_state_idx" on "sends" using btree (state, created_at, id);
create index "sends_status_idx" on "sends" using btree (status, created_at, id);
create index "sends_user_idx" on "sends" using btree ("user", created_at, id);
create index "send_attempts_created_at_id_idx" on "send_attempts" using btree (created_at, id);
create index "send_attempts_send_idx" on "send_attempts" using btree (send);
create unique index "send_attempts_send_number_key" on "send_attempts" using btree (send, number);
create index "broker_departments_accept_countries_target_id_idx" on "broker_departments_accept_countries" using btree (target_id);
create index "broker_departments_accept_languages_target_id_idx" on "broker_departments_accept_languages" using btree (target_id);
create index "broker_departments_accept_sources_target_id_idx" on "broker_departments_accept_sources" using btree (target_id);
create index "broker_departments_block_sources_target_id_idx" on "broker_departments_block_sources" using btree (target_id);
create index "department_caps_country_idx" on "department_caps" using btree (country);
create index "department_caps_department_idx" on "department_caps" using btree (department);
create index "department_caps_source_idx" on "department_caps" using btree (source);
create index "send_integrations_broker_idx" on "send_integrations" using btree (broker);
create index "send_integrations_department_idx" on "send_integrations" using btree (department);
create unique index "send_integrations_name_key" on "send_integrations" using btree (name);
create unique index "send_integrations_postback_key_key" on "send_integrations" using btree (postback_key);
create index "integration_secrets_integration_idx" on "integration_secrets" using btree (integration);
create unique index "integration_secrets_integration_name_key" on "integration_secrets" using btree (integration, name);
create index "integration_versions_integration_idx" on "integration_versions" using btree (integration);
create unique index "integration_versions_integration_number_key" on "integration_versions" using btree (integration, number);
create index "integration_versions_user_idx" on "integration_versions" using btree ("user");
alter table "leads" add constraint "leads_ftd_department_fkey" foreign key ("ftd_department") references "broker_departments" (id);
alter table "leads" add constraint "leads_last_department_fkey" foreign key ("last_department") references "broker_departments" (id);
alter table "broker_departments" add constraint "broker_departments_default_integration_fkey" foreign key ("default_integration") references "send_integrations" (id);
alter table "broker_departments" add constraint "broker_departments_default_source_fkey" foreign key ("default_source") references "sources" (id);
alter table "leads_sent_departments" add constraint "leads_sent_departments_record_id_fkey" foreign key ("record_id") references "leads" (id) on delete cascade;
alter table "leads_sent_departments" add constraint "leads_sent_departments_target_id_fkey" foreign key ("target_id") references "broker_departments" (id) on delete cascade;
alter table "leads_sent_brokers" add constraint "leads_sent_brokers_record_id_fkey" foreign key ("record_id") references "leads" (id) on delete cascade;
alter table "leads_sent_brokers" add constraint "leads_sent_brokers_target_id_fkey" foreign key ("target_id") references "brokers" (id) on delete cascade;
alter table "sends" add constraint "sends_broker_fkey" foreign key ("broker") references "brokers" (id);
alter table "sends" add constraint "sends_country_fkey" foreign key ("country") references "countries" (id);
alter table "sends" add constraint "sends_department_fkey" foreign key ("department") references "broker_departments" (id);
alter table "sends" add constraint "sends_integration_fkey" foreign key ("integration") references "send_integrations" (id);
alter table "sends" add constraint "sends_job_fkey" foreign key ("job") references "jobs" (id);
alter table "sends" add constraint "sends_language_fkey" foreign key ("language") references "languages" (id);
alter table "sends" add constraint "sends_lead_fkey" foreign key ("lead") references "leads" (id);
alter table "sends" add constraint "sends_source_fkey" foreign key ("source") references "sources" (id);
alter table "sends" add constraint "sends_status_fkey" foreign key ("status") references "statuses" (id);
alter table "sends" add constraint "sends_user_fkey" foreign key ("user") references "users" (id);
alter table "send_attempts" add constraint "send_attempts_send_fkey" foreign key ("send") references "sends" (id);
alter table "broker_departments_accept_countries" add constraint "broker_departments_accept_countries_record_id_fkey" foreign key ("record_id") references "broker_departments" (id) on delete cascade;
alter table "broker_departments_accept_countries" add constraint "broker_departments_accept_countries_target_id_fkey" foreign key ("target_id") references "countries" (id) on delete cascade;
alter table "broker_departments_accept_languages" add constraint "broker_departments_accept_languages_record_id_fkey" foreign key ("record_id") references "broker_departments" (id) on delete cascade;
alter table "broker_departments_accept_languages" add constraint "broker_departments_accept_languages_target_id_fkey" foreign key ("target_id") references "languages" (id) on delete cascade;
alter table "broker_departments_accept_sources" add constraint "broker_departments_accept_sources_record_id_fkey" foreign key ("record_id") references "broker_departments" (id) on delete cascade;
alter table "broker_departments_accept_sources" add constraint "broker_departments_accept_sources_target_id_fkey" foreign key ("target_id") references "sources" (id) on delete cascade;
alter table "broker_departments_block_sources" add constraint "broker_departments_block_sources_record_id_fkey" foreign key ("record_id") references "broker_departments" (id) on delete cascade;
alter table "broker_departments_block_sources" add constraint "broker_departments_block_sources_target_id_fkey" foreign key ("target_id") references "sources" (id) on delete cascade;
alter table "department_caps" add constraint "department_caps_country_fkey" foreign key ("country") references "countries" (id);
alter table "department_caps" add constraint "department_caps_department_fkey" foreign key ("department") references "broker_departments" (id);
alter table "department_caps" add constraint "department_caps_source_fkey" foreign key ("source") references "sources" (id);
alter table "send_integrations" add constraint "send_integrations_broker_fkey" foreign key ("broker") references "brokers" (id);
alter table "send_integrations" add constraint "send_integrations_department_fkey" foreign key ("department") references "broker_departments" (id);
alter table "integration_secrets" add constraint "integration_secrets_integration_fkey" foreign key ("integration") references "send_integrations" (id);
alter table "integration_versions" add constraint "integration_versions_integration_fkey" foreign key ("integration") references "send_integrations" (id);
alter table "integration_versions" add constraint "integration_versions_user_fkey" foreign key ("user") references "users" (id);

-- outside transaction
drop index concurrently if exists "leads_ftd_department_idx";
create index concurrently "leads_ftd_department_idx" on "leads" using btree (ftd_department);
drop index concurrently if exists "leads_last_department_idx";
create index concurrently "leads_last_department_idx" on "leads" using btree (last_department);
