-- send_days

create table "send_days" (
  "id" bigint generated always as identity,
  "zone" text not null,
  "day" date not null,
  "is_short" boolean not null default false,
  "department" bigint,
  "source" bigint,
  "country" bigint,
  "language" bigint,
  "user" bigint,
  "funnel" text,
  "accepted" integer not null default 0,
  "rejected" integer not null default 0,
  "failed" integer not null default 0,
  "unknown" integer not null default 0,
  "returned" integer not null default 0,
  "ftds" integer not null default 0,
  "ftds_then" integer not null default 0,
  "waits" jsonb,
  "waits_then" jsonb,
  "last_ftd_at" timestamp with time zone,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "send_days_pkey" primary key ("id")
);

create index "send_days_department_zone_is_short_day_idx" on "send_days" using btree (department, zone, is_short, day);
create index "send_days_zone_is_short_day_idx" on "send_days" using btree (zone, is_short, day);
