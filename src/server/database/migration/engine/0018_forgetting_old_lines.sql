-- A line of the audit log goes once it is 730 days old. Only the owner of the log may take it out, and nothing younger.
create or replace function audit_log_is_insert_only() returns trigger language plpgsql as $$
begin
  if current_setting('leadgate.forgetting', true) = 'on'
    and pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage')
  then
    if tg_op = 'DELETE' and old.at < now() - interval '730 days' then
      return old;
    end if;
    if tg_op = 'UPDATE'
      and to_jsonb(new) - array['before', 'after', 'detail']
        = to_jsonb(old) - array['before', 'after', 'detail']
      and coalesce(old.before @> new.before, new.before is null)
      and coalesce(old.after @> new.after, new.after is null)
      and coalesce(old.detail @> new.detail, new.detail is null)
    then
      return new;
    end if;
  end if;
  raise exception 'audit rows are insert-only';
end
$$;

-- Deletes the oldest lines that are older than so many days, at most so many lines, and returns how many they were. Like
-- `forget_values` it works as the owner, serves only roles that write the log, and takes nothing that they bring.
create function forget_old_lines(days integer, lines integer) returns bigint
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
