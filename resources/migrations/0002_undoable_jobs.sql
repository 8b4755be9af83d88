-- undoable_jobs

alter table "jobs" add column "undoable_until" timestamp with time zone;
