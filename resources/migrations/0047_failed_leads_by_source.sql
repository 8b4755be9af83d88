-- The sums of failed leads by source are made at the next start from the failed leads that are there.

insert into chores select 'recount' where exists (select from statistics) on conflict do nothing;
