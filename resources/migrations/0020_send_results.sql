-- send_results

alter table "leads" add column "send_result" text not null default 'never'::text;
alter table "leads" add column "failure_status" text;
alter table "leads" add constraint "leads_send_result_check" check ((send_result = ANY (ARRAY['never'::text, 'accepted'::text, 'rejected'::text, 'failed'::text, 'unknown'::text])));

update leads l set
  send_result = case s.state when 'sent' then 'accepted' when 'returned' then 'rejected' else s.state end,
  failure_status = case when s.state <> 'sent' then s.failure_status end
from (
  select distinct on (lead) lead, state, failure_status from sends
  where state in ('sent', 'rejected', 'failed', 'unknown', 'returned')
  order by lead, coalesce(answered_at, updated_at) desc, id desc
) s where s.lead = l.id;

-- outside transaction
drop index concurrently if exists "leads_failure_status_idx";
create index concurrently "leads_failure_status_idx" on "leads" using btree (failure_status COLLATE "und-x-icu", id) where ((deleted_at IS NULL) AND (failure_status IS NOT NULL));
drop index concurrently if exists "leads_send_result_idx";
create index concurrently "leads_send_result_idx" on "leads" using btree (send_result, created_at, id) where (deleted_at IS NULL);
