-- What exports wrote goes in bounded numbers too, as the lines of the audit log do: a night after years of large exports holds
-- the table no longer than any other.
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
  delete from exported_records where ctid = any(array(
    select ctid from exported_records where at < now() - make_interval(days => days) order by at limit lines
  ));
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
