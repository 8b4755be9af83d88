-- lead_status_settings

drop index "leads_broker_status_idx";
create table "lead_status_settings" (
  "id" bigint generated always as identity,
  "status" bigint not null,
  "scope" text not null default 'all'::text,
  "source" bigint,
  "department" bigint,
  "can_send" boolean not null default true,
  "days_not_available" integer not null default 0,
  "is_final" boolean not null default false,
  "add_to_black_list" boolean not null default false,
  "hide_from_source" boolean not null default false,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "lead_status_settings_pkey" primary key ("id"),
  constraint "lead_status_settings_scope_check" check ((scope = ANY (ARRAY['all'::text, 'source'::text, 'department'::text])))
);

create table "lead_status_settings_add_tags" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "lead_status_settings_add_tags_pkey" primary key ("record_id", "target_id")
);

create table "lead_status_settings_remove_tags" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "lead_status_settings_remove_tags_pkey" primary key ("record_id", "target_id")
);

create table "lead_status_settings_notify_users" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "lead_status_settings_notify_users_pkey" primary key ("record_id", "target_id")
);

create table "lead_status_settings_notify_roles" (
  "record_id" bigint not null,
  "target_id" bigint not null,
  constraint "lead_status_settings_notify_roles_pkey" primary key ("record_id", "target_id")
);

create table "status_maps" (
  "id" bigint generated always as identity,
  "department" bigint,
  "broker_status" text not null,
  "compared_as" text not null,
  "status" bigint not null,
  "counts_as_ftd" boolean not null default false,
  "seen" integer,
  "last_seen_at" timestamp with time zone,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "status_maps_pkey" primary key ("id")
);

create index "lead_status_settings_department_idx" on "lead_status_settings" using btree (department);
create index "lead_status_settings_source_idx" on "lead_status_settings" using btree (source);
create index "lead_status_settings_status_idx" on "lead_status_settings" using btree (status);
create unique index "lead_status_settings_status_scope_source_department_key" on "lead_status_settings" using btree (status, scope, source, department) nulls not distinct;
create index "lead_status_settings_add_tags_target_id_idx" on "lead_status_settings_add_tags" using btree (target_id);
create index "lead_status_settings_remove_tags_target_id_idx" on "lead_status_settings_remove_tags" using btree (target_id);
create index "lead_status_settings_notify_users_target_id_idx" on "lead_status_settings_notify_users" using btree (target_id);
create index "lead_status_settings_notify_roles_target_id_idx" on "lead_status_settings_notify_roles" using btree (target_id);
create unique index "status_maps_compared_as_department_key" on "status_maps" using btree (compared_as, department) nulls not distinct;
create index "status_maps_department_idx" on "status_maps" using btree (department);
create index "status_maps_status_idx" on "status_maps" using btree (status);
alter table "lead_status_settings" add constraint "lead_status_settings_department_fkey" foreign key ("department") references "broker_departments" (id);
alter table "lead_status_settings" add constraint "lead_status_settings_source_fkey" foreign key ("source") references "sources" (id);
alter table "lead_status_settings" add constraint "lead_status_settings_status_fkey" foreign key ("status") references "statuses" (id);
alter table "lead_status_settings_add_tags" add constraint "lead_status_settings_add_tags_record_id_fkey" foreign key ("record_id") references "lead_status_settings" (id) on delete cascade;
alter table "lead_status_settings_add_tags" add constraint "lead_status_settings_add_tags_target_id_fkey" foreign key ("target_id") references "tags" (id) on delete cascade;
alter table "lead_status_settings_remove_tags" add constraint "lead_status_settings_remove_tags_record_id_fkey" foreign key ("record_id") references "lead_status_settings" (id) on delete cascade;
alter table "lead_status_settings_remove_tags" add constraint "lead_status_settings_remove_tags_target_id_fkey" foreign key ("target_id") references "tags" (id) on delete cascade;
alter table "lead_status_settings_notify_users" add constraint "lead_status_settings_notify_users_record_id_fkey" foreign key ("record_id") references "lead_status_settings" (id) on delete cascade;
alter table "lead_status_settings_notify_users" add constraint "lead_status_settings_notify_users_target_id_fkey" foreign key ("target_id") references "users" (id) on delete cascade;
alter table "lead_status_settings_notify_roles" add constraint "lead_status_settings_notify_roles_record_id_fkey" foreign key ("record_id") references "lead_status_settings" (id) on delete cascade;
alter table "lead_status_settings_notify_roles" add constraint "lead_status_settings_notify_roles_target_id_fkey" foreign key ("target_id") references "roles" (id) on delete cascade;
alter table "status_maps" add constraint "status_maps_department_fkey" foreign key ("department") references "broker_departments" (id);
alter table "status_maps" add constraint "status_maps_status_fkey" foreign key ("status") references "statuses" (id);

-- outside transaction
drop index concurrently if exists "leads_broker_status_idx";
create index concurrently "leads_broker_status_idx" on "leads" using btree (broker_status COLLATE "und-x-icu", id) include (status_changed_at) where ((deleted_at IS NULL) AND (broker_status IS NOT NULL));
