-- import_checks

alter table "imports" drop constraint "imports_state_check";
alter table "imports" add column "checked" jsonb;
alter table "imports" add constraint "imports_state_check" check ((state = ANY (ARRAY['uploaded'::text, 'checking'::text, 'checked'::text, 'preparing'::text, 'importing'::text, 'done'::text, 'failed'::text, 'cancelled'::text])));
