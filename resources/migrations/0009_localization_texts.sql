-- Every text of the console has a row in each locale; what staff wrote stands beside what the release says.

alter table "localizations" add column "english" text;
alter table "localizations" add column "shipped" text;
alter table "localizations" alter column "value" drop not null;
alter table "localizations" add column "state" text not null default 'own'::text;
alter table "localizations" add constraint "localizations_state_check" check ((state = ANY (ARRAY['shipped'::text, 'own'::text, 'missing'::text])));
