-- attempts_in_doubt

alter table "send_attempts" add column "doubt" text;
alter table "send_attempts" add constraint "send_attempts_doubt_check" check ((doubt = ANY (ARRAY['arrived'::text, 'taken'::text])));
