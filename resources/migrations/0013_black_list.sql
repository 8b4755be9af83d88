-- black_list

create table "black_list" (
  "id" bigint generated always as identity,
  "type" text not null default 'email'::text,
  "value" text not null,
  "hash" text,
  "scope" text not null default 'all'::text,
  "source" bigint,
  "broker" bigint,
  "department" bigint,
  "reason" text not null,
  "origin" text not null default 'manual'::text,
  "expires_at" timestamp with time zone,
  "block_existing" boolean not null default true,
  "hits" integer not null default 0,
  "last_hit_at" timestamp with time zone,
  "user" bigint,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  "deleted_at" timestamp with time zone,
  constraint "black_list_pkey" primary key ("id"),
  constraint "black_list_origin_check" check ((origin = ANY (ARRAY['manual'::text, 'import'::text, 'status'::text, 'request'::text]))),
  constraint "black_list_scope_check" check ((scope = ANY (ARRAY['all'::text, 'source'::text, 'broker'::text, 'department'::text]))),
  constraint "black_list_type_check" check ((type = ANY (ARRAY['email'::text, 'phone'::text, 'email_domain'::text, 'phone_prefix'::text, 'ip'::text, 'name_and_birth_date'::text, 'sha256'::text])))
);

create index "black_list_broker_idx" on "black_list" using btree (broker, created_at, id, deleted_at);
create index "black_list_created_at_id_idx" on "black_list" using btree (created_at, id) where (deleted_at IS NULL);
create index "black_list_department_idx" on "black_list" using btree (department, created_at, id, deleted_at);
create index "black_list_hash_idx" on "black_list" using btree (hash COLLATE "und-x-icu", id) where (deleted_at IS NULL);
create index "black_list_origin_idx" on "black_list" using btree (origin, created_at, id) where (deleted_at IS NULL);
create index "black_list_scope_idx" on "black_list" using btree (scope, created_at, id) where (deleted_at IS NULL);
create index "black_list_source_idx" on "black_list" using btree (source, created_at, id, deleted_at);
create index "black_list_type_idx" on "black_list" using btree (type, created_at, id) where (deleted_at IS NULL);
create index "black_list_user_idx" on "black_list" using btree ("user", created_at, id, deleted_at);
alter table "black_list" add constraint "black_list_broker_fkey" foreign key ("broker") references "brokers" (id);
alter table "black_list" add constraint "black_list_department_fkey" foreign key ("department") references "broker_departments" (id);
alter table "black_list" add constraint "black_list_source_fkey" foreign key ("source") references "sources" (id);
alter table "black_list" add constraint "black_list_user_fkey" foreign key ("user") references "users" (id);

-- outside transaction
drop index concurrently if exists "leads_email_hmac_idx";
create index concurrently "leads_email_hmac_idx" on "leads" using btree (email_hmac COLLATE "C") where (email_hmac IS NOT NULL);
drop index concurrently if exists "leads_phone_hmac_idx";
create index concurrently "leads_phone_hmac_idx" on "leads" using btree (phone_hmac COLLATE "C") where (phone_hmac IS NOT NULL);
