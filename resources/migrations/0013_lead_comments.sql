-- lead_comments

create table "lead_comments" (
  "id" bigint generated always as identity,
  "lead" bigint not null,
  "text" text not null,
  "user" bigint,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "lead_comments_pkey" primary key ("id")
);

create index "lead_comments_lead_idx" on "lead_comments" using btree (lead);
create index "lead_comments_user_idx" on "lead_comments" using btree ("user");
alter table "lead_comments" add constraint "lead_comments_lead_fkey" foreign key ("lead") references "leads" (id);
alter table "lead_comments" add constraint "lead_comments_user_fkey" foreign key ("user") references "users" (id);

-- outside transaction
drop index concurrently if exists "leads_consent_at_idx";
create index concurrently "leads_consent_at_idx" on "leads" using btree (consent_at, id) where ((deleted_at IS NULL) AND (consent_at IS NOT NULL));
drop index concurrently if exists "leads_purchase_amount_idx";
create index concurrently "leads_purchase_amount_idx" on "leads" using btree (purchase_amount, id) where ((deleted_at IS NULL) AND (purchase_amount IS NOT NULL));
drop index concurrently if exists "leads_purchase_date_idx";
create index concurrently "leads_purchase_date_idx" on "leads" using btree (purchase_date, id) where ((deleted_at IS NULL) AND (purchase_date IS NOT NULL));
drop index concurrently if exists "leads_status_changed_at_idx";
create index concurrently "leads_status_changed_at_idx" on "leads" using btree (status_changed_at, id) where (deleted_at IS NULL);
