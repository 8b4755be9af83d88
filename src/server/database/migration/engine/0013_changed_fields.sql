-- Which fields an entry of the audit log changed, and the entries that changed one of them.
create function changed_fields(before jsonb, after jsonb) returns text[]
language sql immutable parallel safe as $$
  select array(select jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')))
$$;

create index audit_log_fields on audit_log using gin (changed_fields(before, after))
  where before is not null or after is not null;
