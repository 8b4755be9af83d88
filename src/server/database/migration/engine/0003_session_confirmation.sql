-- When the password of a session was entered last: sensitive acts ask for it again after a while.
alter table sessions add column confirmed_at timestamptz not null default now();
update sessions set confirmed_at = created_at;
