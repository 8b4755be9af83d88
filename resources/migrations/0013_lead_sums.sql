-- The sums of leads by source, country and status are made at the next start from the leads that are there.

insert into chores select 'recount' where exists (select from statistics) on conflict do nothing;
