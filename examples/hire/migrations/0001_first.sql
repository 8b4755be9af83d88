-- first

create table "customers" (
  "id" bigint generated always as identity,
  "name" text not null,
  "company" text,
  "email" text,
  "phone" text,
  "country" text not null default 'GB'::text,
  "discount" integer not null default 0,
  "manager" bigint,
  "notes" text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  "deleted_at" timestamp with time zone,
  constraint "customers_pkey" primary key ("id")
);

create table "bookings" (
  "id" bigint generated always as identity,
  "code" text not null,
  "customer" bigint not null,
  "booked_by" bigint not null,
  "from_date" date not null,
  "to_date" date not null,
  "state" text not null default 'draft'::text,
  "notes" text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "bookings_pkey" primary key ("id"),
  constraint "bookings_state_check" check ((state = ANY (ARRAY['draft'::text, 'confirmed'::text, 'out'::text, 'returned'::text, 'cancelled'::text])))
);

create table "booking_lines" (
  "id" bigint generated always as identity,
  "booking" bigint not null,
  "item" bigint not null,
  "quantity" integer not null default 1,
  "text" text not null,
  "daily_price" numeric(12,2) not null,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "booking_lines_pkey" primary key ("id")
);

create table "equipment" (
  "id" bigint generated always as identity,
  "code" text not null,
  "name" text not null,
  "category" bigint not null,
  "daily_price" numeric(12,2) not null,
  "is_active" boolean not null default true,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "equipment_pkey" primary key ("id")
);

create table "categories" (
  "id" bigint generated always as identity,
  "name" text not null,
  "parent" bigint,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "categories_pkey" primary key ("id")
);

create table "maintenance" (
  "id" bigint generated always as identity,
  "item" bigint not null,
  "due_on" date not null,
  "performed_by" bigint not null,
  "cost" numeric(12,2),
  "work" text not null,
  "state" text not null default 'due'::text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "maintenance_pkey" primary key ("id"),
  constraint "maintenance_state_check" check ((state = ANY (ARRAY['due'::text, 'overdue'::text, 'done'::text])))
);

create table "invoices" (
  "id" bigint generated always as identity,
  "number" text not null,
  "customer" bigint not null,
  "booking" bigint,
  "issued_on" date not null,
  "amount" numeric(12,2) not null,
  "state" text not null default 'open'::text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "invoices_pkey" primary key ("id"),
  constraint "invoices_state_check" check ((state = ANY (ARRAY['open'::text, 'paid'::text, 'lost'::text])))
);

create table "users" (
  "id" bigint generated always as identity,
  "name" text not null,
  "email" text not null,
  "password" text not null,
  "is_active" boolean not null default true,
  "must_change_password" boolean not null default true,
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
  "is_full" boolean not null default false,
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
  "is_active" boolean not null default true,
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
  "english" text,
  "shipped" text,
  "value" text,
  "state" text not null default 'own'::text,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "localizations_pkey" primary key ("id"),
  constraint "localizations_state_check" check ((state = ANY (ARRAY['shipped'::text, 'own'::text, 'missing'::text])))
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
  "undoable_until" timestamp with time zone,
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

create unique index "customers_email_key" on "customers" using btree (email) where (deleted_at IS NULL);
create index "customers_manager_idx" on "customers" using btree (manager);
create index "bookings_booked_by_idx" on "bookings" using btree (booked_by);
create index "bookings_customer_idx" on "bookings" using btree (customer);
create index "booking_lines_booking_idx" on "booking_lines" using btree (booking);
create index "booking_lines_item_idx" on "booking_lines" using btree (item);
create index "equipment_category_idx" on "equipment" using btree (category);
create unique index "equipment_code_key" on "equipment" using btree (code);
create index "categories_parent_idx" on "categories" using btree (parent);
create unique index "categories_parent_name_key" on "categories" using btree (parent, name) nulls not distinct;
create index "maintenance_item_idx" on "maintenance" using btree (item);
create index "maintenance_performed_by_idx" on "maintenance" using btree (performed_by);
create index "invoices_booking_idx" on "invoices" using btree (booking);
create index "invoices_customer_idx" on "invoices" using btree (customer);
create unique index "invoices_number_key" on "invoices" using btree (number);
create unique index "users_email_key" on "users" using btree (email) where (deleted_at IS NULL);
create index "users_roles_target_id_idx" on "users_roles" using btree (target_id);
create unique index "roles_name_guard_name_key" on "roles" using btree (name, guard_name);
create index "roles_permissions_target_id_idx" on "roles_permissions" using btree (target_id);
create unique index "permissions_name_guard_name_key" on "permissions" using btree (name, guard_name);
create unique index "locales_code_key" on "locales" using btree (code);
create unique index "localizations_group_key_locale_key" on "localizations" using btree ("group", key, locale);
create index "localizations_locale_idx" on "localizations" using btree (locale);
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
alter table "customers" add constraint "customers_manager_fkey" foreign key ("manager") references "users" (id);
alter table "bookings" add constraint "bookings_booked_by_fkey" foreign key ("booked_by") references "users" (id);
alter table "bookings" add constraint "bookings_customer_fkey" foreign key ("customer") references "customers" (id);
alter table "booking_lines" add constraint "booking_lines_booking_fkey" foreign key ("booking") references "bookings" (id);
alter table "booking_lines" add constraint "booking_lines_item_fkey" foreign key ("item") references "equipment" (id);
alter table "equipment" add constraint "equipment_category_fkey" foreign key ("category") references "categories" (id);
alter table "categories" add constraint "categories_parent_fkey" foreign key ("parent") references "categories" (id);
alter table "maintenance" add constraint "maintenance_item_fkey" foreign key ("item") references "equipment" (id);
alter table "maintenance" add constraint "maintenance_performed_by_fkey" foreign key ("performed_by") references "users" (id);
alter table "invoices" add constraint "invoices_booking_fkey" foreign key ("booking") references "bookings" (id);
alter table "invoices" add constraint "invoices_customer_fkey" foreign key ("customer") references "customers" (id);
alter table "users_roles" add constraint "users_roles_record_id_fkey" foreign key ("record_id") references "users" (id) on delete cascade;
alter table "users_roles" add constraint "users_roles_target_id_fkey" foreign key ("target_id") references "roles" (id) on delete cascade;
alter table "roles_permissions" add constraint "roles_permissions_record_id_fkey" foreign key ("record_id") references "roles" (id) on delete cascade;
alter table "roles_permissions" add constraint "roles_permissions_target_id_fkey" foreign key ("target_id") references "permissions" (id) on delete cascade;
alter table "localizations" add constraint "localizations_locale_fkey" foreign key ("locale") references "locales" (id);
alter table "jobs" add constraint "jobs_user_fkey" foreign key ("user") references "users" (id);
alter table "imports" add constraint "imports_job_fkey" foreign key ("job") references "jobs" (id);
alter table "imports" add constraint "imports_user_fkey" foreign key ("user") references "users" (id);
alter table "notifications" add constraint "notifications_user_fkey" foreign key ("user") references "users" (id);
alter table "saved_views" add constraint "saved_views_role_fkey" foreign key ("role") references "roles" (id);
alter table "saved_views" add constraint "saved_views_user_fkey" foreign key ("user") references "users" (id);
