-- Tables of the engine itself. They reference no declared table.

create extension if not exists pg_trgm;

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip text,
  user_agent text
);
create index sessions_user_id on sessions (user_id);

create table login_failures (
  id bigint generated always as identity primary key,
  key text not null,
  at timestamptz not null default now()
);
create index login_failures_key_at on login_failures (key, at);

create table audit_log (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  user_id bigint,
  action text not null,
  resource text,
  record_id bigint,
  version integer,
  before jsonb,
  after jsonb,
  detail jsonb,
  job_id bigint,
  ip text,
  user_agent text,
  primary key (id, at)
) partition by range (at);
create table audit_log_rest partition of audit_log default;
create index audit_log_record on audit_log (resource, record_id, id);
create index audit_log_user on audit_log (user_id, id);

create function audit_log_is_insert_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit rows are insert-only';
end
$$;
create trigger audit_log_insert_only before update or delete on audit_log
  for each row execute function audit_log_is_insert_only();

create table files (
  id uuid primary key,
  user_id bigint not null,
  purpose text not null,
  name text not null,
  media_type text not null,
  size bigint,
  stored bigint not null default 0,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index files_user_id on files (user_id);
create index files_expires_at on files (expires_at);

create table file_chunks (
  file_id uuid not null references files (id) on delete cascade,
  position bigint not null,
  data bytea not null,
  primary key (file_id, position)
);
alter table file_chunks alter column data set storage external;

create table job_chunks (
  job_id bigint not null,
  number integer not null,
  state text not null default 'pending',
  size integer not null,
  payload jsonb not null default '{}',
  attempts integer not null default 0,
  error text,
  primary key (job_id, number)
);
create index job_chunks_pending on job_chunks (job_id, number) where state = 'pending';

create table import_failures (
  import_id bigint not null,
  row_number integer not null,
  code text not null,
  reason text not null,
  cells jsonb not null,
  primary key (import_id, row_number)
);

-- How a person likes to see the console: columns, density, theme.
create table preferences (
  user_id bigint not null,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);

-- Facts per day, added up in the transaction of each fact. Several slots a day, so that writers do not wait for each other.
create table statistics (
  name text not null,
  day date not null,
  slot smallint not null,
  value bigint not null default 0,
  primary key (name, day, slot)
);
