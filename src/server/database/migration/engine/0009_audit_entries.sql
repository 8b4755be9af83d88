-- The audit log as a resource reads it: with the columns that every record has.
create view audit_entries as
select id, at as created_at, at as updated_at, 1 as version,
  user_id as "user", action, resource, record_id as record, detail ->> 'reason' as reason,
  ip, user_agent, job_id as job,
  jsonb_build_object('before', before, 'after', after, 'facts', detail) as detail
from audit_log;

-- Newest first, whatever is filtered by. Most rows are of the two acts that the last index leaves out: writes stay cheap.
drop index audit_log_record;
drop index audit_log_user;
create index audit_log_record on audit_log (record_id, resource, id) where record_id is not null;
create index audit_log_user on audit_log (user_id, at, id);
create index audit_log_resource on audit_log (resource, at, id);
create index audit_log_at on audit_log (at, id);
create index audit_log_action on audit_log (action, at, id) where action not in ('create', 'update');
