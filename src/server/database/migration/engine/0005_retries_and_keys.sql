-- The processes that have begun a chunk and not come to an end with it.
alter table job_chunks add column claims text[] not null default '{}';

-- The keys of records that are being written: who inserts or locks the row of a key holds the key until the transaction
-- ends. The rows mean nothing afterwards and go from time to time; a crash may empty the table.
create unlogged table key_locks (hash bigint primary key);

-- Requests that start work, by the key that their client gave them: the same key again gets the same answer.
create table request_keys (
  user_id bigint not null,
  key text not null,
  request bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index request_keys_created_at on request_keys (created_at);
