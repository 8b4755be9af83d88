-- search_by_days

drop index "leads_search_idx";
drop index "failed_leads_search_idx";

-- outside transaction
drop index concurrently if exists "leads_search_idx";
create index concurrently "leads_search_idx" on "leads" using gin ((((((((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text)) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(phone, ''::text))) gin_trgm_ops, (ARRAY[((created_at AT TIME ZONE 'UTC'::text))::date]));
drop index concurrently if exists "failed_leads_search_idx";
create index concurrently "failed_leads_search_idx" on "failed_leads" using gin ((((((((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text)) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(phone, ''::text))) gin_trgm_ops, (ARRAY[((created_at AT TIME ZONE 'UTC'::text))::date]));
