-- calls_of_sends

alter table "requests" add column "send" bigint;
alter table "requests" add column "request_headers" jsonb;
alter table "requests" add column "response_headers" jsonb;
alter table "requests" add constraint "requests_send_fkey" foreign key ("send") references "sends" (id);

-- outside transaction
drop index concurrently if exists "requests_send_idx";
create index concurrently "requests_send_idx" on "requests" using btree (send, created_at, id);
