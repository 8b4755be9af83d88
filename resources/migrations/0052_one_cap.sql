-- one_cap

-- Of caps on the same leads in the same period the lowest is the one that holds.
delete from department_caps c using department_caps lower
where lower.department = c.department and lower.period = c.period and lower.counts = c.counts
  and lower.country is not distinct from c.country and lower.source is not distinct from c.source
  and (lower."limit", lower.id) < (c."limit", c.id);

drop index "department_caps_department_idx";
create unique index "department_caps_department_period_counts_country_source_key" on "department_caps" using btree (department, period, counts, country, source) nulls not distinct;
