-- Who has been shown a record among others of its list.
create index audit_log_revealed on audit_log using gin ((detail -> 'ids') jsonb_path_ops)
  where action = 'reveal';
