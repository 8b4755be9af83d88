-- lists_that_hold_what_they_name

alter table "users_roles" drop constraint "users_roles_target_id_fkey";
alter table "users_roles" add constraint "users_roles_target_id_fkey" foreign key ("target_id") references "roles" (id);
