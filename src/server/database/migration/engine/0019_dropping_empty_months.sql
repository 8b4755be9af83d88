-- Drops the months of the audit log that ended more than 730 days ago and have no line left, and returns how many they were.
-- It waits for nobody: a month that is in use goes another night. Like `forget_old_lines` it works as the owner.
create function drop_empty_months() returns integer
language plpgsql security definer set lock_timeout = '2s' as $$
declare
  part regclass;
  used boolean;
  gone integer := 0;
begin
  if not has_table_privilege(session_user, 'audit_log', 'insert') then
    raise exception 'permission denied to take months out of the audit log'
      using errcode = 'insufficient_privilege';
  end if;
  for part in
    select c.oid from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = 'audit_log'::regclass and c.relname ~ '^audit_log_\d{4}_\d\d$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' < now() - interval '730 days'
    order by c.relname
  loop
    execute format('select exists (select from %s)', part) into used;
    continue when used;
    begin
      execute format('alter table audit_log detach partition %s', part);
      execute format('drop table %s', part);
      gone := gone + 1;
    exception when lock_not_available then
      return gone;
    end;
  end loop;
  return gone;
end
$$;

do $$
begin
  execute format('alter function drop_empty_months() set search_path = %I, pg_temp', current_schema());
end
$$;
