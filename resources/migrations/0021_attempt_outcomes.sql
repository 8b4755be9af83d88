-- attempt_outcomes

alter table "send_attempts" add constraint "send_attempts_outcome_check" check ((outcome = ANY (ARRAY['success'::text, 'duplicate'::text, 'rejected'::text, 'capacity'::text, 'auth'::text, 'retry'::text, 'unknown'::text, 'failed'::text, 'skipped'::text, 'waits'::text, 'refused'::text])));
