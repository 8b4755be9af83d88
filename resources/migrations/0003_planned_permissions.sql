-- planned_permissions

alter table "permissions" add column "is_active" boolean not null default true;
