-- filling_duplicates

alter table "sources" drop constraint "sources_duplicate_action_check";
alter table "sources" add constraint "sources_duplicate_action_check" check ((duplicate_action = ANY (ARRAY['refuse'::text, 'fill'::text, 'mark'::text])));
