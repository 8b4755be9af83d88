import { sql } from 'kysely'

import type { Backend } from '#server'

/** Fills the table with plausible leads, spread over countries, sources, statuses and two years. */
export async function fillLeads({ database }: Backend, rows: number): Promise<void> {
  // However slow the machine, no part of it is cut off.
  const run = (text: string) =>
    database.sql.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction)
      await sql.raw(text).execute(transaction)
    })
  await run(
    `insert into sources (name) select 'Source ' || n from generate_series(1, 8) n on conflict do nothing`,
  )
  for (let from = 0; from < rows; from += 50_000) {
    await run(`
      insert into leads (first_name, last_name, email, email_key, phone, phone_key, country, source, status, city, comment, created_at)
      select 'First' || n % 997, 'Last' || n % 1009, 'n' || n || '@example.com', 'n' || n || '@example.com',
        '+1202' || lpad((n % 10000000)::text, 7, '0') , '+1202' || lpad((n % 10000000)::text, 7, '0'),
        (select min(id) from countries) + n % 249, 1 + n % 8, 1 + n % 12, 'City ' || n % 500, 'note ' || n,
        timestamptz '2024-12-01' + (n::bigint * 7919 % ${rows}) * interval '${(700 * 86_400) / rows} seconds'
      from generate_series(${from + 1}, ${Math.min(from + 50_000, rows)}) n`)
  }
  await run('analyze')
}
