-- where_leads_were_offered

-- Who looks for leads that were not sent somewhere wants none that were refused there.
insert into leads_sent_departments (record_id, target_id)
  select distinct lead, department from sends
  where attempts > 0 and mode <> 'test' and department is not null
  on conflict do nothing;
insert into leads_sent_brokers (record_id, target_id)
  select distinct lead, broker from sends
  where attempts > 0 and mode <> 'test' and broker is not null
  on conflict do nothing;
