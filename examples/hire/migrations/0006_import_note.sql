-- import_note

alter table "imports" add column "note" text;
