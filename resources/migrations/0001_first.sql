-- first

create table "leads" (
  "id" bigint generated always as identity,
  "first_name" text,
  "last_name" text,
  "email" text,
  "alt_email" text,
  "phone" text,
  "phone_prefix" text,
  "alt_phone" text,
  "date_of_birth" date,
  "email_key" text,
  "phone_key" text,
  "address" text,
  "city" text,
  "state" text,
  "zip" text,
  "country" bigint,
  "language" bigint,
  "ip" text,
  "timezone" text,
  "source" bigint not null,
  "funnel" text,
  "comment" text,
  "user" bigint,
  "import" bigint,
  "external_id" text,
  "click_id" text,
  "sub_1" text,
  "sub_2" text,
  "sub_3" text,
  "sub_4" text,
  "sub_5" text,
  "stage" text not null default 'new'::text,
  "status" bigint,
  "broker_status" text,
  "status_changed_at" timestamp with time zone,
  "not_available_till" timestamp with time zone,
  "is_test" boolean not null default false,
  "sends_count" integer not null default 0,
  "accepted_count" integer not null default 0,
  "last_sent_at" timestamp with time zone,
  "api_lead_id" text,
  "api_ftd_at" timestamp with time zone,
  "ftd_cancelled_at" timestamp with time zone,
  "purchase_site" text,
  "purchase_date" date,
  "purchase_amount" numeric(12,2),
  "recovery_amount" numeric(12,2),
  "product_name" text,
  "card_name" text,
  "card_type" text,
  "card_digits" text,
  "consent_at" timestamp with time zone,
  "consent_text" text,
  "consent_url" text,
  "consent_ip" text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  "deleted_at" timestamp with time zone,
  constraint "leads_pkey" primary key ("id"),
  constraint "leads_stage_check" check ((stage = ANY (ARRAY['new'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'rejected'::text, 'check_needed'::text, 'converted'::text, 'blocked'::text, 'erased'::text])))
);

create table "leads_tags" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "leads_tags_pkey" primary key ("record_id", "target_id")
);

create table "brokers" (
  "id" bigint generated always as identity,
  "name" text not null,
  "company_name" text,
  "company_info" text,
  "company_web_pages" text[],
  "agreement_details" text,
  "ip_addresses" text[],
  "contract_expires_in" date,
  "regulator" text,
  "licence_number" text,
  "licence_checked_at" date,
  "is_active" boolean not null default true,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  "deleted_at" timestamp with time zone,
  constraint "brokers_pkey" primary key ("id")
);

create table "brokers_affiliate_companies" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "brokers_affiliate_companies_pkey" primary key ("record_id", "target_id")
);

create table "brokers_allowed_countries" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "brokers_allowed_countries_pkey" primary key ("record_id", "target_id")
);

create table "brokers_blocked_countries" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "brokers_blocked_countries_pkey" primary key ("record_id", "target_id")
);

create table "broker_departments" (
  "id" bigint generated always as identity,
  "branch_name" text not null,
  "broker_id" bigint not null,
  "site_url" text,
  "auth_type" text not null default 'none'::text,
  "username" text,
  "api_token" text,
  "allowed_ips" text[],
  "is_sender" boolean not null default false,
  "send_a_lot" boolean not null default false,
  "is_active" boolean not null default true,
  "is_test" boolean not null default false,
  "timezone" text not null default 'UTC'::text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  "deleted_at" timestamp with time zone,
  constraint "broker_departments_pkey" primary key ("id"),
  constraint "broker_departments_auth_type_check" check ((auth_type = ANY (ARRAY['none'::text, 'token'::text, 'basic'::text, 'signature'::text])))
);

create table "users" (
  "id" bigint generated always as identity,
  "name" text not null,
  "email" text not null,
  "password" text not null,
  "is_sender" boolean not null default false,
  "is_active" boolean not null default true,
  "must_change_password" boolean not null default false,
  "locale" text not null default 'en'::text,
  "timezone" text not null default 'UTC'::text,
  "per_page" integer not null default 25,
  "last_login_at" timestamp with time zone,
  "last_active_at" timestamp with time zone,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  "deleted_at" timestamp with time zone,
  constraint "users_pkey" primary key ("id")
);

create table "users_roles" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "users_roles_pkey" primary key ("record_id", "target_id")
);

create table "roles" (
  "id" bigint generated always as identity,
  "name" text not null,
  "guard_name" text not null default 'api'::text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "roles_pkey" primary key ("id")
);

create table "roles_permissions" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "roles_permissions_pkey" primary key ("record_id", "target_id")
);

create table "permissions" (
  "id" bigint generated always as identity,
  "name" text not null,
  "guard_name" text not null default 'api'::text,
  "group" text,
  "description" text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "permissions_pkey" primary key ("id")
);

create table "locales" (
  "id" bigint generated always as identity,
  "code" text not null,
  "name" text not null,
  "is_active" boolean not null default true,
  "is_default" boolean not null default false,
  "rtl" boolean not null default false,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "locales_pkey" primary key ("id")
);

create table "localizations" (
  "id" bigint generated always as identity,
  "group" text not null,
  "key" text not null,
  "locale" bigint not null,
  "value" text not null,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "localizations_pkey" primary key ("id")
);

create table "statuses" (
  "id" bigint generated always as identity,
  "name" text not null,
  "text_color" text not null default '#1e293b'::text,
  "bg_color" text not null default '#e2e8f0'::text,
  "group" text not null default 'in_work'::text,
  "validity" text not null default 'none'::text,
  "position" integer not null default 100,
  "is_default" boolean not null default false,
  "is_system" boolean not null default false,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "statuses_pkey" primary key ("id"),
  constraint "statuses_group_check" check (("group" = ANY (ARRAY['new'::text, 'in_work'::text, 'positive'::text, 'negative'::text, 'invalid'::text, 'deposit'::text]))),
  constraint "statuses_validity_check" check ((validity = ANY (ARRAY['none'::text, 'valid'::text, 'invalid'::text])))
);

create table "countries" (
  "id" bigint generated always as identity,
  "name" text not null,
  "full_name" text,
  "capital" text,
  "iso_3166_2" text not null,
  "iso_3166_3" text not null,
  "flag" text not null,
  "currency" text,
  "currency_code" text,
  "currency_symbol" text,
  "calling_code" text,
  "region_code" text,
  "sub_region_code" text,
  "eea" boolean not null default false,
  "is_active" boolean not null default true,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "countries_pkey" primary key ("id")
);

create table "languages" (
  "id" bigint generated always as identity,
  "name" text not null,
  "code" text not null,
  "native_name" text,
  "is_active" boolean not null default true,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "languages_pkey" primary key ("id")
);

create table "tags" (
  "id" bigint generated always as identity,
  "name" text not null,
  "color" text not null default '#64748b'::text,
  "user_setting_id" bigint,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "tags_pkey" primary key ("id")
);

create table "sources" (
  "id" bigint generated always as identity,
  "name" text not null,
  "is_active" boolean not null default true,
  "default_country" bigint,
  "default_language" bigint,
  "default_status" bigint,
  "show_statuses_to_source" boolean not null default false,
  "note" text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "sources_pkey" primary key ("id")
);

create table "sources_tags" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "sources_tags_pkey" primary key ("record_id", "target_id")
);

create table "source_random_statuses" (
  "id" bigint generated always as identity,
  "source" bigint not null,
  "use" text not null,
  "rows" jsonb not null,
  "delay_min" integer,
  "delay_max" integer,
  "is_active" boolean not null default true,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "source_random_statuses_pkey" primary key ("id"),
  constraint "source_random_statuses_use_check" check ((use = ANY (ARRAY['test_answers'::text, 'initial_status'::text])))
);

create table "source_random_statuses_countries" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "source_random_statuses_countries_pkey" primary key ("record_id", "target_id")
);

create table "affiliate_companies" (
  "id" bigint generated always as identity,
  "name" text not null,
  "is_active" boolean not null default true,
  "note" text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "affiliate_companies_pkey" primary key ("id")
);

create table "requests" (
  "id" bigint generated always as identity,
  "direction" text not null,
  "method" text not null,
  "path" text not null,
  "status" integer,
  "duration_ms" integer,
  "ip" text,
  "user" bigint,
  "department" bigint,
  "lead" bigint,
  "correlation_id" text,
  "error" text,
  "size" integer,
  "request" jsonb,
  "response" jsonb,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "requests_pkey" primary key ("id"),
  constraint "requests_direction_check" check ((direction = ANY (ARRAY['in'::text, 'out'::text])))
);

create table "jobs" (
  "id" bigint generated always as identity,
  "name" text not null,
  "type" text not null,
  "state" text not null default 'queued'::text,
  "total" integer not null default 0,
  "pending" integer not null default 0,
  "processed" integer not null default 0,
  "failed" integer not null default 0,
  "progress" integer not null default 0,
  "user" bigint not null,
  "parameters" jsonb,
  "result" jsonb,
  "message" text,
  "result_file" text,
  "error_file" text,
  "started_at" timestamp with time zone,
  "finished_at" timestamp with time zone,
  "cancelled_at" timestamp with time zone,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "jobs_pkey" primary key ("id"),
  constraint "jobs_progress_check" check (((progress >= 0) AND (progress <= 100))),
  constraint "jobs_state_check" check ((state = ANY (ARRAY['queued'::text, 'running'::text, 'paused'::text, 'cancelling'::text, 'cancelled'::text, 'finished'::text, 'finished_with_errors'::text, 'failed'::text])))
);

create table "imports" (
  "id" bigint generated always as identity,
  "name" text not null,
  "resource" text not null,
  "file" text not null,
  "user" bigint not null,
  "job" bigint,
  "state" text not null default 'uploaded'::text,
  "options" jsonb,
  "total" integer not null default 0,
  "created" integer not null default 0,
  "refused" integer not null default 0,
  "sha256" text,
  "finished_at" timestamp with time zone,
  "message" text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "imports_pkey" primary key ("id"),
  constraint "imports_state_check" check ((state = ANY (ARRAY['uploaded'::text, 'preparing'::text, 'importing'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);

create table "notifications" (
  "id" bigint generated always as identity,
  "user" bigint not null,
  "event" text not null,
  "title" text not null,
  "message" text not null,
  "values" jsonb,
  "resource" text,
  "record_id" integer,
  "count" integer not null default 1,
  "read_at" timestamp with time zone,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "notifications_pkey" primary key ("id")
);

create table "saved_views" (
  "id" bigint generated always as identity,
  "name" text not null,
  "resource" text not null,
  "user" bigint not null,
  "visibility" text not null default 'private'::text,
  "role" bigint,
  "settings" jsonb not null,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "saved_views_pkey" primary key ("id"),
  constraint "saved_views_visibility_check" check ((visibility = ANY (ARRAY['private'::text, 'role'::text, 'all'::text])))
);

create index "leads_api_ftd_at_idx" on "leads" using btree (api_ftd_at);
create index "leads_broker_status_idx" on "leads" using btree (broker_status);
create index "leads_country_idx" on "leads" using btree (country);
create index "leads_created_at_id_idx" on "leads" using btree (created_at, id);
create index "leads_email_idx" on "leads" using btree (email);
create index "leads_email_key_idx" on "leads" using btree (email_key);
create index "leads_import_idx" on "leads" using btree (import);
create index "leads_language_idx" on "leads" using btree (language);
create index "leads_last_sent_at_idx" on "leads" using btree (last_sent_at);
create index "leads_not_available_till_idx" on "leads" using btree (not_available_till);
create index "leads_phone_idx" on "leads" using btree (phone);
create index "leads_phone_key_idx" on "leads" using btree (phone_key);
create index "leads_search_idx" on "leads" using gin (first_name gin_trgm_ops, last_name gin_trgm_ops, email gin_trgm_ops, phone gin_trgm_ops);
create index "leads_source_idx" on "leads" using btree (source);
create index "leads_status_idx" on "leads" using btree (status);
create index "leads_user_idx" on "leads" using btree ("user");
create index "leads_tags_target_id_idx" on "leads_tags" using btree (target_id);
create unique index "brokers_name_key" on "brokers" using btree (name) where (deleted_at IS NULL);
create index "brokers_affiliate_companies_target_id_idx" on "brokers_affiliate_companies" using btree (target_id);
create index "brokers_allowed_countries_target_id_idx" on "brokers_allowed_countries" using btree (target_id);
create index "brokers_blocked_countries_target_id_idx" on "brokers_blocked_countries" using btree (target_id);
create unique index "broker_departments_broker_id_branch_name_key" on "broker_departments" using btree (broker_id, branch_name) where (deleted_at IS NULL);
create index "broker_departments_broker_id_idx" on "broker_departments" using btree (broker_id);
create unique index "users_email_key" on "users" using btree (email) where (deleted_at IS NULL);
create index "users_roles_target_id_idx" on "users_roles" using btree (target_id);
create unique index "roles_name_guard_name_key" on "roles" using btree (name, guard_name);
create index "roles_permissions_target_id_idx" on "roles_permissions" using btree (target_id);
create unique index "permissions_name_guard_name_key" on "permissions" using btree (name, guard_name);
create unique index "locales_code_key" on "locales" using btree (code);
create unique index "localizations_group_key_locale_key" on "localizations" using btree ("group", key, locale);
create index "localizations_locale_idx" on "localizations" using btree (locale);
create unique index "statuses_name_key" on "statuses" using btree (name);
create unique index "countries_iso_3166_2_key" on "countries" using btree (iso_3166_2);
create unique index "countries_iso_3166_3_key" on "countries" using btree (iso_3166_3);
create unique index "countries_name_key" on "countries" using btree (name);
create unique index "languages_code_key" on "languages" using btree (code);
create unique index "languages_name_key" on "languages" using btree (name);
create index "tags_user_setting_id_idx" on "tags" using btree (user_setting_id);
create index "sources_default_country_idx" on "sources" using btree (default_country);
create index "sources_default_language_idx" on "sources" using btree (default_language);
create index "sources_default_status_idx" on "sources" using btree (default_status);
create unique index "sources_name_key" on "sources" using btree (name);
create index "sources_tags_target_id_idx" on "sources_tags" using btree (target_id);
create index "source_random_statuses_source_idx" on "source_random_statuses" using btree (source);
create index "source_random_statuses_countries_target_id_idx" on "source_random_statuses_countries" using btree (target_id);
create unique index "affiliate_companies_name_key" on "affiliate_companies" using btree (name);
create index "requests_correlation_id_idx" on "requests" using btree (correlation_id);
create index "requests_created_at_id_idx" on "requests" using btree (created_at, id);
create index "requests_department_idx" on "requests" using btree (department);
create index "requests_direction_idx" on "requests" using btree (direction);
create index "requests_lead_idx" on "requests" using btree (lead);
create index "requests_status_idx" on "requests" using btree (status);
create index "requests_user_idx" on "requests" using btree ("user");
create index "jobs_state_idx" on "jobs" using btree (state);
create index "jobs_type_idx" on "jobs" using btree (type);
create index "jobs_user_idx" on "jobs" using btree ("user");
create index "imports_job_idx" on "imports" using btree (job);
create index "imports_sha256_idx" on "imports" using btree (sha256);
create index "imports_user_idx" on "imports" using btree ("user");
create index "notifications_user_idx" on "notifications" using btree ("user");
create index "notifications_user_updated_at_idx" on "notifications" using btree ("user", updated_at DESC);
create index "saved_views_resource_idx" on "saved_views" using btree (resource);
create index "saved_views_role_idx" on "saved_views" using btree (role);
create index "saved_views_user_idx" on "saved_views" using btree ("user");
alter table "leads" add constraint "leads_country_fkey" foreign key ("country") references "countries" (id);
alter table "leads" add constraint "leads_import_fkey" foreign key ("import") references "imports" (id);
alter table "leads" add constraint "leads_language_fkey" foreign key ("language") references "languages" (id);
alter table "leads" add constraint "leads_source_fkey" foreign key ("source") references "sources" (id);
alter table "leads" add constraint "leads_status_fkey" foreign key ("status") references "statuses" (id);
alter table "leads" add constraint "leads_user_fkey" foreign key ("user") references "users" (id);
alter table "leads_tags" add constraint "leads_tags_record_id_fkey" foreign key ("record_id") references "leads" (id) on delete cascade;
alter table "leads_tags" add constraint "leads_tags_target_id_fkey" foreign key ("target_id") references "tags" (id) on delete cascade;
alter table "brokers_affiliate_companies" add constraint "brokers_affiliate_companies_record_id_fkey" foreign key ("record_id") references "brokers" (id) on delete cascade;
alter table "brokers_affiliate_companies" add constraint "brokers_affiliate_companies_target_id_fkey" foreign key ("target_id") references "affiliate_companies" (id) on delete cascade;
alter table "brokers_allowed_countries" add constraint "brokers_allowed_countries_record_id_fkey" foreign key ("record_id") references "brokers" (id) on delete cascade;
alter table "brokers_allowed_countries" add constraint "brokers_allowed_countries_target_id_fkey" foreign key ("target_id") references "countries" (id) on delete cascade;
alter table "brokers_blocked_countries" add constraint "brokers_blocked_countries_record_id_fkey" foreign key ("record_id") references "brokers" (id) on delete cascade;
alter table "brokers_blocked_countries" add constraint "brokers_blocked_countries_target_id_fkey" foreign key ("target_id") references "countries" (id) on delete cascade;
alter table "broker_departments" add constraint "broker_departments_broker_id_fkey" foreign key ("broker_id") references "brokers" (id);
alter table "users_roles" add constraint "users_roles_record_id_fkey" foreign key ("record_id") references "users" (id) on delete cascade;
alter table "users_roles" add constraint "users_roles_target_id_fkey" foreign key ("target_id") references "roles" (id) on delete cascade;
alter table "roles_permissions" add constraint "roles_permissions_record_id_fkey" foreign key ("record_id") references "roles" (id) on delete cascade;
alter table "roles_permissions" add constraint "roles_permissions_target_id_fkey" foreign key ("target_id") references "permissions" (id) on delete cascade;
alter table "localizations" add constraint "localizations_locale_fkey" foreign key ("locale") references "locales" (id);
alter table "tags" add constraint "tags_user_setting_id_fkey" foreign key ("user_setting_id") references "users" (id);
alter table "sources" add constraint "sources_default_country_fkey" foreign key ("default_country") references "countries" (id);
alter table "sources" add constraint "sources_default_language_fkey" foreign key ("default_language") references "languages" (id);
alter table "sources" add constraint "sources_default_status_fkey" foreign key ("default_status") references "statuses" (id);
alter table "sources_tags" add constraint "sources_tags_record_id_fkey" foreign key ("record_id") references "sources" (id) on delete cascade;
alter table "sources_tags" add constraint "sources_tags_target_id_fkey" foreign key ("target_id") references "tags" (id) on delete cascade;
alter table "source_random_statuses" add constraint "source_random_statuses_source_fkey" foreign key ("source") references "sources" (id);
alter table "source_random_statuses_countries" add constraint "source_random_statuses_countries_record_id_fkey" foreign key ("record_id") references "source_random_statuses" (id) on delete cascade;
alter table "source_random_statuses_countries" add constraint "source_random_statuses_countries_target_id_fkey" foreign key ("target_id") references "countries" (id) on delete cascade;
alter table "requests" add constraint "requests_department_fkey" foreign key ("department") references "broker_departments" (id);
alter table "requests" add constraint "requests_lead_fkey" foreign key ("lead") references "leads" (id);
alter table "requests" add constraint "requests_user_fkey" foreign key ("user") references "users" (id);
alter table "jobs" add constraint "jobs_user_fkey" foreign key ("user") references "users" (id);
alter table "imports" add constraint "imports_job_fkey" foreign key ("job") references "jobs" (id);
alter table "imports" add constraint "imports_user_fkey" foreign key ("user") references "users" (id);
alter table "notifications" add constraint "notifications_user_fkey" foreign key ("user") references "users" (id);
alter table "saved_views" add constraint "saved_views_role_fkey" foreign key ("role") references "roles" (id);
alter table "saved_views" add constraint "saved_views_user_fkey" foreign key ("user") references "users" (id);
