-- filled_imports

alter table "imports" add column "updated" integer not null default 0;
