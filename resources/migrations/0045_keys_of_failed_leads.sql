-- keys_of_failed_leads

alter table "failed_leads" add column "contact_keys" text[];

update failed_leads set contact_keys = (
  select array_agg(distinct encode(sha256(convert_to(key, 'UTF8')), 'hex'))
  from (values
    (lower(btrim(email))), (lower(btrim(alt_email))),
    (regexp_replace(phone, '\D', '', 'g')), (regexp_replace(alt_phone, '\D', '', 'g'))
  ) as given(key)
  where key <> ''
) where payload is not null;

-- outside transaction
drop index concurrently if exists "failed_leads_contact_keys_idx";
create index concurrently "failed_leads_contact_keys_idx" on "failed_leads" using gin (contact_keys);
