-- push_switch

alter table "send_integrations" add column "push_active" boolean not null default true;
