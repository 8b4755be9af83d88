-- The audit log stays insert-only, but for what a person may have forgotten: the values of their records, never that
-- something was done, by whom and when.
create or replace function audit_log_is_insert_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('leadgate.forgetting', true) = 'on' then
    return new;
  end if;
  raise exception 'audit rows are insert-only';
end
$$;

-- The names among `kept` with their values.
create function only_kept(given jsonb, kept text[]) returns jsonb
language sql immutable parallel safe as $$
  select case when given is null then null else coalesce(
    (select jsonb_object_agg(key, value) from jsonb_each(given) where key = any(kept)), '{}'
  ) end
$$;

-- Roles that may not change the log have no other way to it than this function.
create function forget_values(of text, ids bigint[], kept text[]) returns void
language plpgsql security definer set search_path from current as $$
begin
  perform set_config('leadgate.forgetting', 'on', true);
  update audit_log set before = only_kept(before, kept), after = only_kept(after, kept),
    detail = case when jsonb_typeof(detail) = 'object' then only_kept(detail, kept) end
  where resource = of and record_id = any(ids);
  perform set_config('leadgate.forgetting', 'off', true);
end
$$;
