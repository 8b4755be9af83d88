-- A line of the audit log loses what a person may have forgotten, and nothing else of it ever changes. Only the owner of the
-- log may take it out; other roles have no way but `forget_values`, which works as the owner.
create or replace function audit_log_is_insert_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('leadgate.forgetting', true) = 'on'
    and pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage')
    and to_jsonb(new) - array['before', 'after', 'detail']
      = to_jsonb(old) - array['before', 'after', 'detail']
    and coalesce(old.before @> new.before, new.before is null)
    and coalesce(old.after @> new.after, new.after is null)
    and coalesce(old.detail @> new.detail, new.detail is null)
  then
    return new;
  end if;
  raise exception 'audit rows are insert-only';
end
$$;

-- Who may do what, and who gave it to them, is no value of a person: it is never forgotten.
create or replace function forget_values(of text, ids bigint[], kept text[]) returns void
language plpgsql security definer set search_path from current as $$
begin
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
