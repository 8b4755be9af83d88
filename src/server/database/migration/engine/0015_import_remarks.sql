-- What was noticed of rows that came in all the same, or would: a country that the phone number contradicts.
create table import_remarks (
  import_id bigint not null,
  message text not null,
  code text not null,
  count integer not null,
  rows integer[] not null,
  primary key (import_id, message)
);
