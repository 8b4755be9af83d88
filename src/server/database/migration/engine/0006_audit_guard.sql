-- The audit log takes no truncate either, which no trigger for rows sees: not as a whole, nor by a partition.

create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function audit_log_is_insert_only();

do $$
declare
  part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'audit_log'::regclass loop
    execute format('create trigger audit_log_no_truncate before truncate on %s
      for each statement execute function audit_log_is_insert_only()', part);
  end loop;
end
$$;
