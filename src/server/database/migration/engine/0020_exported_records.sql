-- Which records an export wrote, for the timeline of each: of 32,768 ids in a row a bit for each one. Like the lines of the audit
-- log they are never changed, and go when these do.
create table exported_records (
  at timestamptz not null default now(),
  job_id bigint not null,
  resource text not null,
  block integer not null,
  ids bytea not null
);
create index exported_records_block on exported_records (resource, block);
create index exported_records_at on exported_records (at);

create trigger exported_records_insert_only before update or delete on exported_records
  for each row execute function audit_log_is_insert_only();
create trigger exported_records_no_truncate before truncate on exported_records
  for each statement execute function audit_log_is_insert_only();

-- Until now the timeline told the exports that had named a record.
insert into exported_records (at, job_id, resource, block, ids)
select a.at, a.job_id, a.resource, named.id >> 15,
  set_bit(decode(repeat('00', 4096), 'hex'), (named.id & 32767)::integer, 1)
from audit_log a
cross join lateral (
  select distinct found[1]::bigint as id
  from regexp_matches(a.detail -> 'filter' ->> 'id', '\m\d{1,13}\M', 'g') found
) named
where a.action = 'export' and a.job_id is not null and a.resource is not null;

create or replace function forget_old_lines(days integer, lines integer) returns bigint
language plpgsql security definer as $$
declare
  gone bigint;
begin
  if not has_table_privilege(session_user, 'audit_log', 'insert') then
    raise exception 'permission denied to take lines out of the audit log'
      using errcode = 'insufficient_privilege';
  end if;
  if days is null or days < 730 then
    raise exception 'the audit log keeps its lines for 730 days' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('leadgate.forgetting', 'on', true);
  delete from audit_log a using (
    select id, at from audit_log where at < now() - make_interval(days => days) order by at, id limit lines
  ) old where a.id = old.id and a.at = old.at;
  get diagnostics gone = row_count;
  delete from exported_records where at < now() - make_interval(days => days);
  perform set_config('leadgate.forgetting', 'off', true);
  return gone;
end
$$;

do $$
begin
  execute format(
    'alter function forget_old_lines(integer, integer) set search_path = %I, pg_temp', current_schema()
  );
end
$$;
