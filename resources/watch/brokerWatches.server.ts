import { sql } from 'kysely'

import { caps } from '../brokers/department/departmentNumbers.server.ts'
import type { Cap } from '../sending/engine/caps/capPeriods.ts'
import { msg } from '../msg.server.ts'
import type { Found, Watch } from './watch.server.ts'

/** Caps in their periods that are now, as far as they are used within a part of them. */
const used = (from: number, to: number) => sql<never>`
  select c.id, d.id as department, c.used, c.limit, c.period,
    d.branch_name || coalesce(' (' || nullif(concat_ws(', ', l.name, s.name), '') || ')', '') as name,
    case c.period
      when 'total' then '-infinity'::timestamptz
      when 'hour' then now() - floor(extract(epoch from now() at time zone d.timezone))::bigint % 3600
        * interval '1 second'
      else date_trunc(c.period, now() at time zone d.timezone) at time zone d.timezone end as since
  from broker_departments d cross join lateral (
    select c.id, c.period, c.limit, c.country, c.source, coalesce(u.used, 0) as used
    from ${sql.raw(caps)}
  ) c left join countries l on l.id = c.country left join sources s on s.id = c.source
  where d.is_active and d.deleted_at is null and c.limit > 0
    and c.used >= c.limit * ${from}::float8 and c.used < c.limit * ${to}::float8`

/** Contracts that still have so many days or fewer, but more than `least`. */
const ending = (most: number, least: number) => sql<never>`
  select id, name, contract_expires_in::text as date,
    (contract_expires_in - ${most}::integer)::timestamptz as since
  from brokers
  where is_active and deleted_at is null
    and contract_expires_in - current_date > ${least}::integer
    and contract_expires_in - current_date <= ${most}::integer`

const ends = {
  event: 'contract_ends',
  title: 'A contract ends soon',
  message: '%{name}: the contract ends on %{date}.',
  to: 'broker.update',
  resource: 'brokers',
} as const

const cap = {
  to: 'broker.department.update',
  resource: 'department_caps',
  words: ({ period }: Found) => ({ period: msg(`cap_of_${period as Cap['period']}`) }),
} as const

/** What stands in the way of a broker, or soon will. */
export const brokerWatches: readonly Watch[] = [
  {
    ...cap,
    event: 'cap_nearly',
    title: 'A cap is nearly reached',
    message: '%{name} has got %{used} of the %{limit} leads that it takes %{period}.',
    found: used(0.8, 1),
  },
  {
    ...cap,
    event: 'cap_reached',
    title: 'A cap is reached',
    message: '%{name} has got all the leads that it takes %{period}: %{limit}.',
    found: used(1, Infinity),
  },
  { ...ends, found: ending(30, 7) },
  { ...ends, found: ending(7, 1) },
  { ...ends, found: ending(1, -1) },
  {
    ...ends,
    event: 'contract_over',
    title: 'A contract is over',
    message: '%{name}: the contract ended on %{date}. Nothing is sent there.',
    found: sql`
      select id, name, contract_expires_in::text as date, contract_expires_in::timestamptz as since
      from brokers
      where is_active and deleted_at is null and contract_expires_in < current_date`,
  },
]
