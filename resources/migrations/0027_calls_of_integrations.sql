-- calls_of_integrations

alter table "requests" add column "integration" bigint;
alter table "requests" add constraint "requests_integration_fkey" foreign key ("integration") references "send_integrations" (id);

-- outside transaction
drop index concurrently if exists "requests_integration_idx";
create index concurrently "requests_integration_idx" on "requests" using btree (integration, created_at, id);
