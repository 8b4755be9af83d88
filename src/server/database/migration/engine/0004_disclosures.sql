-- What people revealed of masked values and compared with them within the last hour: what counts towards their limit,
-- and what was recorded already. A key is a keyed hash of what was compared.
create table disclosures (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  key text,
  counts boolean not null
);
create index disclosures_user_id_at on disclosures (user_id, at);
