-- failed_leads

create table "failed_leads" (
  "id" bigint generated always as identity,
  "first_name" text,
  "last_name" text,
  "email" text,
  "phone" text,
  "phone_prefix" text,
  "alt_email" text,
  "alt_phone" text,
  "date_of_birth" text,
  "address" text,
  "city" text,
  "state" text,
  "zip" text,
  "country" text,
  "language" text,
  "ip" text,
  "timezone" text,
  "funnel" text,
  "comment" text,
  "tags" text,
  "external_id" text,
  "click_id" text,
  "sub_1" text,
  "sub_2" text,
  "sub_3" text,
  "sub_4" text,
  "sub_5" text,
  "not_available_till" text,
  "purchase_site" text,
  "purchase_date" text,
  "purchase_amount" text,
  "recovery_amount" text,
  "product_name" text,
  "card_name" text,
  "card_type" text,
  "card_digits" text,
  "consent_at" text,
  "consent_text" text,
  "consent_url" text,
  "consent_ip" text,
  "origin" text not null,
  "source" bigint,
  "department" bigint,
  "user" bigint,
  "import" bigint,
  "row_number" integer,
  "reason_code" text not null,
  "reason" text not null,
  "matched_lead" bigint,
  "lead" bigint,
  "stage" text not null default 'open'::text,
  "payload" jsonb,
  "settings" jsonb,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "failed_leads_pkey" primary key ("id"),
  constraint "failed_leads_origin_check" check ((origin = ANY (ARRAY['import'::text, 'api'::text, 'manual'::text]))),
  constraint "failed_leads_reason_code_check" check ((reason_code = ANY (ARRAY['source_closed'::text, 'source_cap'::text, 'missing_contact'::text, 'missing'::text, 'bad_email'::text, 'bad_phone'::text, 'phone_damaged'::text, 'unknown_country'::text, 'country_not_allowed'::text, 'bad_date'::text, 'bad_number'::text, 'bad_value'::text, 'too_long'::text, 'card_number_found'::text, 'consent_missing'::text, 'black_list'::text, 'duplicate_in_file'::text, 'duplicate'::text, 'duplicate_processing'::text, 'not_permitted'::text, 'row_unreadable'::text]))),
  constraint "failed_leads_stage_check" check ((stage = ANY (ARRAY['open'::text, 'fixed'::text, 'discarded'::text])))
);

create index "failed_leads_created_at_id_idx" on "failed_leads" using btree (created_at, id);
create index "failed_leads_department_idx" on "failed_leads" using btree (department, created_at, id);
create index "failed_leads_email_idx" on "failed_leads" using btree (email COLLATE "C", id);
create index "failed_leads_import_idx" on "failed_leads" using btree (import, created_at, id);
create index "failed_leads_lead_idx" on "failed_leads" using btree (lead, created_at, id);
create index "failed_leads_matched_lead_idx" on "failed_leads" using btree (matched_lead, created_at, id);
create index "failed_leads_origin_idx" on "failed_leads" using btree (origin, created_at, id);
create index "failed_leads_phone_idx" on "failed_leads" using btree (phone COLLATE "C") where (phone IS NOT NULL);
create index "failed_leads_reason_code_idx" on "failed_leads" using btree (reason_code, created_at, id);
create index "failed_leads_search_idx" on "failed_leads" using gin ((((((((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text)) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(phone, ''::text))) gin_trgm_ops);
create index "failed_leads_source_idx" on "failed_leads" using btree (source, created_at, id);
create index "failed_leads_stage_idx" on "failed_leads" using btree (stage, created_at, id);
create index "failed_leads_user_idx" on "failed_leads" using btree ("user", created_at, id);
alter table "failed_leads" add constraint "failed_leads_department_fkey" foreign key ("department") references "broker_departments" (id);
alter table "failed_leads" add constraint "failed_leads_import_fkey" foreign key ("import") references "imports" (id);
alter table "failed_leads" add constraint "failed_leads_lead_fkey" foreign key ("lead") references "leads" (id);
alter table "failed_leads" add constraint "failed_leads_matched_lead_fkey" foreign key ("matched_lead") references "leads" (id);
alter table "failed_leads" add constraint "failed_leads_source_fkey" foreign key ("source") references "sources" (id);
alter table "failed_leads" add constraint "failed_leads_user_fkey" foreign key ("user") references "users" (id);

-- The rows that earlier imports refused, as far as they are kept; of the others there is a record for each, which counts.
with known as (
  select i.id, i.created_at, i."user", i.options, i.refused, f.row_number, f.code, f.reason, f.cells
  from imports i left join import_failures f on f.import_id = i.id
  where i.resource = 'leads' and i.refused > 0
), given as (
  select known.*, texts.fields, texts.raw
  from known cross join lateral (
    select jsonb_object_agg(mapped.name, cell.value) filter (where mapped.name is not null) as fields,
      jsonb_object_agg(coalesce(nullif(header.name, ''), cell.at::text), cell.value) as raw
    from jsonb_array_elements_text(known.cells) with ordinality as cell (value, at)
    left join jsonb_array_elements_text(known.options -> 'mapping') with ordinality as mapped (name, at)
      on mapped.at = cell.at
    left join jsonb_array_elements_text(known.options -> 'headers') with ordinality as header (name, at)
      on header.at = cell.at
    where cell.value <> ''
  ) texts
  where known.row_number is not null
), rest as (
  select id, created_at, "user", max(refused) - count(row_number) as missing
  from known group by id, created_at, "user"
)
insert into failed_leads (
  first_name, last_name, email, phone, phone_prefix, alt_email, alt_phone, date_of_birth, address, city, state, zip,
  country, language, ip, timezone, funnel, comment, tags, external_id, click_id, sub_1, sub_2, sub_3, sub_4, sub_5,
  not_available_till, purchase_site, purchase_date, purchase_amount, recovery_amount, product_name, card_name, card_type,
  card_digits, consent_at, consent_text, consent_url, consent_ip,
  origin, source, "user", import, row_number, reason_code, reason, payload, settings, stage, created_at, updated_at
)
select
  first_name, last_name, left(email, 300), left(phone, 300), phone_prefix, alt_email, alt_phone, date_of_birth, address,
  city, state, zip, country, language, ip, timezone, funnel, comment, tags, external_id, click_id, sub_1, sub_2, sub_3,
  sub_4, sub_5, not_available_till, purchase_site, purchase_date, purchase_amount, recovery_amount, product_name,
  card_name, card_type, card_digits, consent_at, consent_text, consent_url, consent_ip,
  'import', (select s.id from sources s where s.id::text = options -> 'settings' ->> 'source'), "user", given.id,
  row_number,
  case when code in (
    'missing_contact', 'missing', 'bad_email', 'bad_phone', 'phone_damaged', 'unknown_country', 'bad_date', 'bad_number',
    'too_long', 'card_number_found', 'duplicate_in_file', 'duplicate', 'not_permitted', 'row_unreadable'
  ) then code else 'bad_value' end,
  left(regexp_replace(reason, 'lead \d+', 'a record that is there already'), 2000), coalesce(raw, '{}'),
  coalesce(options -> 'settings', '{}') || jsonb_build_object(
    'dateOrder', options ->> 'date_order', 'decimalSign', options ->> 'decimal_sign'
  ),
  'open', created_at, created_at
from given cross join lateral jsonb_to_record(coalesce(fields, '{}')) as cells (
  first_name text, last_name text, email text, phone text, phone_prefix text, alt_email text, alt_phone text,
  date_of_birth text, address text, city text, state text, zip text, country text, language text, ip text, timezone text,
  funnel text, comment text, tags text, external_id text, click_id text, sub_1 text, sub_2 text, sub_3 text, sub_4 text,
  sub_5 text, not_available_till text, purchase_site text, purchase_date text, purchase_amount text, recovery_amount text,
  product_name text, card_name text, card_type text, card_digits text, consent_at text, consent_text text,
  consent_url text, consent_ip text
)
union all
select
  null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
  null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
  'import', null, "user", rest.id, null, 'bad_value', 'Not kept', null, null, 'discarded', created_at, created_at
from rest cross join lateral generate_series(1, missing);
