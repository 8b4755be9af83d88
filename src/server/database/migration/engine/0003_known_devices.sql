-- Browsers in which a user has signed in before, by the hash of a random token: who guesses elsewhere does not lock them out.
create table known_devices (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  token_hash bytea not null,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  unique (user_id, token_hash)
);
