import { sql } from 'kysely'

import type { Backend } from '#server'

import { recount } from '../../../src/server/statistics/recount.ts'

/** Words of which names are made: a few are frequent, most are rare, as in life. */
const firstNames =
  'Emma,Liam,Olivia,Noah,Ava,Lucas,Mia,Ethan,Sofia,Mateo,Amelia,Oliver,Isla,Hugo,Freya,Arthur,Elena,Marco,Anna,Jonas,Clara,Felix,Nora,Oscar,Alice,Leo,Ines,Pablo,Greta,Emil,Zoe,Adam,Lena,Paul,Maya,Omar,Layla,Yusuf,Aisha,Karim,Mei,Hiro,Yuki,Arjun,Priya,Ravi,Chloe,Louis,Camille,Jules'
const lastStarts =
  'Hart,Black,Green,Stone,North,South,West,East,Ash,Oak,Elm,Birch,Fair,Wood,Brook,Field,Hill,Dale,Glen,Marsh,Moor,Heath,Clay,Sand,Frost,Winter,Summer,Silver,Gold,Iron'
const lastEnds =
  'man,ford,ton,ley,well,wood,field,burn,worth,by,stead,more,land,shaw,bridge,ridge,gate,croft,wick,sley,combe,mere,dean,hurst,bourne,ham,thorpe,bury,den,cliffe'

const array = (words: string) => `array['${words.split(',').join("','")}']`

/** A number from 0 to 1 that depends on the row and on what it is for. */
const chance = (seed: number) => `((hashint8extended(n, ${seed}) & 16777215) / 16777216.0)`
/** A whole number from 1 to `count`; small ones are more frequent. */
const skewed = (count: string, seed: number) =>
  `(1 + floor(${chance(seed)} * ${chance(seed)} * ${count}))::int`
const sometimes = (share: number, seed: number, value: string) =>
  `case when ${chance(seed)} < ${share} then ${value} end`

/**
 * Loads leads into the product's own table: indexes are made after the rows, the sums are counted. Ids follow the
 * time of creation; two years of it.
 */
export async function loadLeads({ database, business }: Backend, rows: number): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(database.sql)
  await run(`insert into sources (name)
    select 'Source ' || n from generate_series(1, 8) n on conflict do nothing`)
  await run(`insert into tags (name, user_setting_id)
    select 'Growth ' || n, (select min(id) from users) from generate_series(1, 12) n`)
  await run(`insert into imports (name, resource, file, "user", state)
    select 'growth-' || n || '.csv', 'leads', 'none', (select min(id) from users), 'done'
    from generate_series(1, 40) n`)
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'leads' and indexname <> 'leads_pkey'`.execute(database.sql)
  for (const { name } of indexes) await run(`drop index "${name}"`)
  for (let from = 0; from < rows; from += 50_000) {
    await database.sql.transaction().execute(async (transaction) => {
      // Foreign keys are true by construction.
      await sql`set local session_replication_role = replica`.execute(transaction)
      await sql`set local statement_timeout = 0`.execute(transaction)
      await sql.raw(batch(from, Math.min(from + 50_000, rows), rows)).execute(transaction)
    })
  }
  const limit = database.kind === 'embedded' ? '' : 'set statement_timeout = 0;'
  for (const { definition } of indexes) await run(`${limit}${definition}`)
  await database.sql
    .transaction()
    .execute((transaction) => recount(business.resources, transaction))
  await settleLeads({ database })
}

/** Leaves the tables as autovacuum would some minutes later. */
export async function settleLeads({ database }: Pick<Backend, 'database'>): Promise<void> {
  const limit = database.kind === 'embedded' ? '' : 'set statement_timeout = 0;'
  for (const table of ['leads', 'leads_tags', 'statistics', 'audit_log_rest']) {
    // `vacuum` stands in no transaction, so it is a statement of its own.
    if (limit) await sql.raw(limit).execute(database.sql)
    await sql.raw(`vacuum (analyze) ${table}`).execute(database.sql)
  }
}

function batch(from: number, to: number, rows: number): string {
  const at = `timestamptz '2024-11-01' + n * interval '${(720 * 86_400) / rows} seconds'`
  const email = `lower(first_name) || '.' || lower(last_name) || n || '@' ||
    (array['example.com','example.org','mail.example','post.example'])[1 + n % 4]`
  const phone = `'+44' || (7000000000 + n)::text`
  return `
    with base as (
      select n, ${at} as at,
        (${array(firstNames)})[${skewed('50', 1)}] as first_name,
        (${array(lastStarts)})[${skewed('30', 2)}] || (${array(lastEnds)})[${skewed('30', 3)}] as last_name
      from generate_series(${from + 1}::bigint, ${to}::bigint) n
    ), made as (
      insert into leads (first_name, last_name, email, email_key, phone, phone_key, phone_prefix, country, language,
        source, status, city, state, zip, address, funnel, comment, "user", import, stage, broker_status, is_test,
        sends_count, accepted_count, last_sent_at, api_lead_id, ftd_at, not_available_till, date_of_birth,
        external_id, purchase_site, purchase_date, purchase_amount, product_name, status_changed_at,
        created_at, updated_at, version, deleted_at)
      select first_name, last_name, ${email}, ${email}, ${phone}, ${phone}, '+44',
        (select min(id) from countries) + ${skewed('60', 4)}, (select min(id) from languages) + ${skewed('12', 5)},
        1 + n % 8, (select min(id) from statuses) - 1 + ${skewed('(select count(*) from statuses)', 6)},
        'City ' || ${skewed('500', 7)}, 'State ' || ${skewed('50', 8)}, 'Z' || (n % 90000),
        (n % 300) || ' Long Lane', ${sometimes(0.6, 9, `'funnel-' || ${skewed('40', 10)}`)},
        ${sometimes(0.4, 11, `'note ' || n || ' asked for a call in the evening'`)},
        (select min(id) from users), ${sometimes(0.6, 12, `1 + n * 40 / (${rows} + 1)`)},
        (array['new','sent','rejected','converted','queued','blocked'])[${skewed('6', 13)}],
        ${sometimes(0.3, 14, `(array['New','Call back','No answer','Wrong number','Deposit','Duplicate'])[${skewed('6', 15)}]`)},
        ${chance(16)} < 0.01, ${skewed('5', 17)} - 1, ${skewed('3', 18)} - 1,
        ${sometimes(0.3, 14, `at + ${chance(19)} * interval '20 days'`)},
        ${sometimes(0.3, 14, `'B' || n`)},
        ${sometimes(0.03, 20, `at + ${chance(21)} * interval '40 days'`)},
        ${sometimes(0.02, 22, `at + interval '60 days'`)},
        ${sometimes(0.5, 23, `date '1960-01-01' + (${chance(24)} * 15000)::int`)},
        ${sometimes(0.2, 25, `'X' || n`)}, ${sometimes(0.1, 26, `'shop-' || ${skewed('30', 27)}`)},
        ${sometimes(0.1, 26, `(at - interval '9 days')::date`)},
        ${sometimes(0.1, 26, `(${chance(28)} * 900)::numeric(12,2)`)},
        ${sometimes(0.1, 26, `'Product ' || ${skewed('90', 29)}`)}, at,
        at, at + ${chance(30)} * interval '5 days', 1, ${sometimes(0.01, 31, 'at')}
      from base order by n returning id
    )
    insert into leads_tags (record_id, target_id)
    select id, (select min(id) from tags) + (id % 12) from made where id % 3 = 0`
}
