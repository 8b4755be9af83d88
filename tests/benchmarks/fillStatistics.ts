import { sql } from 'kysely'

import type { Backend, Sql } from '#server'

import { rollUp } from '../../resources/sending/statistics/rollUp.server.ts'

/** Whole days that the real sends lie in; each simulated stretch repeats their sums. */
export const realDays = 35

/** Sums of what was so many days before. */
const columns = `accepted, rejected, failed, unknown, returned, ftds, ftds_then, waits, waits_then`
const parts = `is_short, department, source, country, language, "user", funnel, is_test`

/**
 * Real sends of the last weeks with the leads they belong to, added up by the engine, and before them sums as of so many
 * sends altogether: 60 departments of 20 brokers, 20 sources with six countries and three funnels each, 20 users.
 */
export async function fillStatistics(
  { database: { sql: database } }: Backend,
  { real, all }: { readonly real: number; readonly all: number },
): Promise<void> {
  await database.transaction().execute(async (transaction: Sql) => {
    const run = (text: string) => sql.raw(text).execute(transaction)
    // What is made here points at what is there.
    await run(`set local session_replication_role = replica; set local statement_timeout = 0`)
    await run(`
      insert into affiliate_companies (name) select 'Company ' || n from generate_series(1, 5) n;
      insert into sources (name) select 'Source ' || n from generate_series(1, 20) n;
      insert into brokers (name) select 'Broker ' || n from generate_series(1, 20) n;
      insert into brokers_affiliate_companies (record_id, target_id)
        select b.id, c.id from brokers b join affiliate_companies c on c.id % 5 = b.id % 5;
      insert into broker_departments (branch_name, broker_id)
        select 'Desk ' || n, (select min(id) from brokers) + n % 20 from generate_series(0, 59) n;
      insert into users (name, email, password)
        select 'Person ' || n, 'person' || n || '@example.com', 'none' from generate_series(1, 20) n;
      insert into leads (uuid, email, email_key, source, country, language, funnel)
        select gen_random_uuid()::text, 'n' || n || '@example.com', 'n' || n || '@example.com',
          (select min(id) from sources) + n % 20,
          (select min(id) from countries) + (n % 20 * 3 + (random() * random() * 6)::int) % 249,
          (select min(id) from languages) + n % 20 % 5, 'funnel ' || n % 20 || (random() * 2)::int
        from generate_series(1, ${Math.ceil(real / 5)}) n`)
    await run(`
      insert into sends (uuid, send_key, lead, broker, department, source, country, language, "user", state,
        created_at, updated_at, sent_at, ftd_at)
      select n::text, n::text, l.id, d.broker_id, d.id, l.source, l.country, l.language,
        (select min(id) from users) + (d.id * 3 + n % 3) % 20, made.state, made.at, now(),
        case when made.state in ('sent', 'returned') then made.at end,
        case when made.state = 'sent' and made.luck < 0.05 then least(now(), made.at + luck * 100 * interval '1 day') end
      from (
        select n, random() as luck, date_trunc('day', now()) - random() * ${realDays} * interval '1 day' as at,
          (array['sent', 'sent', 'sent', 'sent', 'sent', 'sent', 'sent', 'rejected', 'rejected', 'failed',
            'failed', 'unknown', 'returned', 'skipped'])[1 + floor(random() * 14)] as state
        from generate_series(1, ${real}) n
      ) made
      join leads l on l.id = (select min(id) from leads) + made.n % ${Math.ceil(real / 5)}
      join broker_departments d
        on d.id = (select min(id) from broker_departments) + (l.country * 3 + made.n % 10) % 60`)
  })
  await sql`analyze`.execute(database)
  for (let run = 0; run <= realDays / 31; run += 1) await rollUp(database)
  for (let back = 1; back < all / real; back += 1) {
    await database.transaction().execute(async (transaction: Sql) => {
      await sql`set local statement_timeout = 0`.execute(transaction)
      const copy = `
        insert into send_days (zone, day, ${parts}, ${columns})
        select zone, day - ${back * realDays}, ${parts}, ${columns}
        from send_days where day >= current_date - ${realDays}`
      await sql.raw(copy).execute(transaction)
    })
  }
  await sql`vacuum analyze send_days`.execute(database)
}
