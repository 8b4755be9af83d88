-- must_change

alter table "users" alter column "must_change_password" set default true;
