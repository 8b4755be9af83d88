-- This works as the owner of the log, so it serves only roles that write the log, and takes nothing that they bring: a temporary
-- table in the log's place would have the owner run its triggers.
create or replace function forget_values(of text, ids bigint[], kept text[]) returns void
language plpgsql security definer as $$
begin
  if not has_table_privilege(session_user, 'audit_log', 'insert') then
    raise exception 'permission denied to take values out of the audit log'
      using errcode = 'insufficient_privilege';
  end if;
  if of in ('users', 'roles', 'permissions') then
    raise exception 'the audit log keeps the values of %', of using errcode = 'insufficient_privilege';
  end if;
  perform set_config('leadgate.forgetting', 'on', true);
  update audit_log set before = only_kept(before, kept), after = only_kept(after, kept),
    detail = case when jsonb_typeof(detail) = 'object' then only_kept(detail, kept) end
  where resource = of and record_id = any(ids);
  perform set_config('leadgate.forgetting', 'off', true);
end
$$;

do $$
begin
  execute format(
    'alter function forget_values(text, bigint[], text[]) set search_path = %I, pg_temp', current_schema()
  );
end
$$;
