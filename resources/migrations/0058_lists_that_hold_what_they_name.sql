-- lists_that_hold_what_they_name

alter table "brokers_affiliate_companies" drop constraint "brokers_affiliate_companies_target_id_fkey";
alter table "brokers_allowed_countries" drop constraint "brokers_allowed_countries_target_id_fkey";
alter table "brokers_blocked_countries" drop constraint "brokers_blocked_countries_target_id_fkey";
alter table "broker_departments_accept_countries" drop constraint "broker_departments_accept_countries_target_id_fkey";
alter table "broker_departments_accept_languages" drop constraint "broker_departments_accept_languages_target_id_fkey";
alter table "broker_departments_accept_sources" drop constraint "broker_departments_accept_sources_target_id_fkey";
alter table "broker_departments_block_sources" drop constraint "broker_departments_block_sources_target_id_fkey";
alter table "users_roles" drop constraint "users_roles_target_id_fkey";
alter table "sources_allowed_countries" drop constraint "sources_allowed_countries_target_id_fkey";
alter table "source_random_statuses_countries" drop constraint "source_random_statuses_countries_target_id_fkey";
alter table "brokers_affiliate_companies" add constraint "brokers_affiliate_companies_target_id_fkey" foreign key ("target_id") references "affiliate_companies" (id);
alter table "brokers_allowed_countries" add constraint "brokers_allowed_countries_target_id_fkey" foreign key ("target_id") references "countries" (id);
alter table "brokers_blocked_countries" add constraint "brokers_blocked_countries_target_id_fkey" foreign key ("target_id") references "countries" (id);
alter table "broker_departments_accept_countries" add constraint "broker_departments_accept_countries_target_id_fkey" foreign key ("target_id") references "countries" (id);
alter table "broker_departments_accept_languages" add constraint "broker_departments_accept_languages_target_id_fkey" foreign key ("target_id") references "languages" (id);
alter table "broker_departments_accept_sources" add constraint "broker_departments_accept_sources_target_id_fkey" foreign key ("target_id") references "sources" (id);
alter table "broker_departments_block_sources" add constraint "broker_departments_block_sources_target_id_fkey" foreign key ("target_id") references "sources" (id);
alter table "users_roles" add constraint "users_roles_target_id_fkey" foreign key ("target_id") references "roles" (id);
alter table "sources_allowed_countries" add constraint "sources_allowed_countries_target_id_fkey" foreign key ("target_id") references "countries" (id);
alter table "source_random_statuses_countries" add constraint "source_random_statuses_countries_target_id_fkey" foreign key ("target_id") references "countries" (id);
