-- The codes that starts of an empty database have printed, by their hash: every process takes each of them.
create table setup_codes (
  hash bytea primary key,
  expires_at timestamptz not null
);
