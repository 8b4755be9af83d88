-- The keys of the rows of a file while it is checked: no record holds them yet.
create table import_keys (
  import_id bigint not null,
  key smallint not null,
  value uuid not null,
  row_number integer not null,
  primary key (import_id, key, value)
);
