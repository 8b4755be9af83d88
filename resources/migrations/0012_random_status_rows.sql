-- random_status_rows

create table "source_random_status_rows" (
  "id" bigint generated always as identity,
  "rule" bigint not null,
  "position" integer not null default 1,
  "status" bigint not null,
  "weight" integer not null default 10,
  "created_at" timestamp with time zone not null default now(),
  "updated_at" timestamp with time zone not null default now(),
  "version" integer not null default 1,
  constraint "source_random_status_rows_pkey" primary key ("id")
);

-- What stood in the column; a status that has gone is left out, a repeated one stands once.
insert into "source_random_status_rows" ("rule", "position", "status", "weight")
select r.id, min(one.position), s.id, min((one.value ->> 'weight')::integer)
from "source_random_statuses" r
  cross join lateral jsonb_array_elements(r."rows") with ordinality as one (value, position)
  join "statuses" s on s.id = (one.value ->> 'status')::bigint
group by r.id, s.id;

alter table "source_random_statuses" drop column "rows";
create index "source_random_status_rows_rule_idx" on "source_random_status_rows" using btree (rule);
create unique index "source_random_status_rows_rule_status_key" on "source_random_status_rows" using btree (rule, status);
create index "source_random_status_rows_status_idx" on "source_random_status_rows" using btree (status);
alter table "source_random_status_rows" add constraint "source_random_status_rows_rule_fkey" foreign key ("rule") references "source_random_statuses" (id);
alter table "source_random_status_rows" add constraint "source_random_status_rows_status_fkey" foreign key ("status") references "statuses" (id);
