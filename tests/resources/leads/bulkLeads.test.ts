import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { createTestConsole, statusIds, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'
import { counted } from '../../fixtures/work/statements.ts'

let server: TestConsole
let admin: Client
let manager: Client
let source: number
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  manager = await server.as('Manager')
  await server.backend.jobs.work()
  Object.assign(ids, await statusIds(admin))
  source = await admin.make('/settings/source', { name: 'Search' })
}, 60_000)
afterAll(() => server.close())

async function insert(count: number, funnel: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into leads (email, source, status, funnel)
    select ${funnel} || n || '@example.com', ${source}, ${ids['New']}, ${funnel} from generate_series(1, ${count}::int) n
    returning id`.execute(server.backend.database.sql)
  return rows.map(({ id }) => id)
}

const finished = (job: number) =>
  vi.waitFor(async () => {
    const { data } = (await manager.get(`/profile/job/${job}`)).body
    expect(data.finished_at).not.toBeNull()
    return data
  }, 30_000)

describe('many leads', () => {
  test('are deleted a chunk at a time, but those that are erased, and come back', async () => {
    const { sql: database } = server.backend.database
    const made = await insert(250, 'gone')
    await sql`update leads set stage = 'erased' where id = ${made[7]}`.execute(database)
    await sql`create table statements_on_leads ()`.execute(database)
    await sql`
      create function count_statement() returns trigger language plpgsql as
      'begin insert into statements_on_leads default values; return null; end'`.execute(database)
    await sql`
      create trigger counted after update on leads
      for each statement execute function count_statement()`.execute(database)
    const body = { filter: { funnel: 'gone' }, expected_count: 250 }
    const { job_id } = (await manager.post('/lead/bulk/delete', body)).body.data
    expect(await finished(job_id)).toMatchObject({ processed: 250, failed: 1 })
    const { rows } = await sql<{ statements: number; left: number; lines: number }>`
      select (select count(*)::int from statements_on_leads) as statements,
        (select count(*)::int from leads where funnel = 'gone' and deleted_at is null) as left,
        (select count(*)::int from audit_log where job_id = ${job_id} and action = 'delete') as lines`.execute(
      database,
    )
    expect(rows).toEqual([{ statements: 2, left: 1, lines: 249 }])
    await sql`delete from statements_on_leads`.execute(database)
    // Whoever brings one back by other ways meanwhile leaves it out.
    await sql`update leads set version = version + 1 where id = ${made[3]}`.execute(database)
    const restored = await manager.post('/lead/bulk/restore', { job_id })
    const back = restored.body.data.job_id
    // It is called what people chose, a word that each language has.
    const name = 'Leads: Undo'
    expect(await finished(back)).toMatchObject({ processed: 249, failed: 1, name })
    const { rows: after } = await sql<{ statements: number; lines: number }>`
      select (select count(*)::int - 1 from statements_on_leads) as statements,
        (select count(*)::int from audit_log where job_id = ${back} and action = 'restore') as lines`.execute(
      database,
    )
    expect(after).toEqual([{ statements: 2, lines: 248 }])
    await sql`drop trigger counted on leads`.execute(database)
    const left = await manager.post('/lead/search', { funnel: 'gone' })
    expect(left.body.meta.total).toBe(249)
  })

  test('come back one by one where one of them is forbidden or there already by then', async () => {
    const { sql: database } = server.backend.database
    const made: number[] = []
    for (const n of [1, 2, 3, 4]) {
      const given = { email: `part${n}@example.com`, source, funnel: 'part' }
      made.push(await admin.make('/lead', given))
    }
    await manager.post('/lead/bulk/delete', { ids: made })
    const reason = { reason: 'Asked for it', block_existing: false }
    const forbidden = { type: 'email', value: 'part2@example.com', scope: 'all', ...reason }
    await admin.make('/lead/black_list', forbidden)
    await admin.make('/lead', { email: 'part3@example.com', source })
    const twice = sql`update leads set email_key = 'part1@example.com' where id = ${made[3]}`
    await twice.execute(database)
    const asked = { ids: made, versions: made.map(() => 2) }
    const { body } = await manager.post('/lead/bulk/restore', asked)
    const { rows } = await sql<{ email: string }>`
      select email from leads where funnel = 'part' and deleted_at is null`.execute(database)
    expect({ rows, body }).toMatchObject({
      rows: [{ email: 'part1@example.com' }],
      body: { data: { done: 1, skipped: 3 } },
    })
  })

  test('change their status in one job, each with its line in the history and one way back', async () => {
    await insert(250, 'many')
    const filter = { funnel: 'many' }
    const values = { status: ids['No answer'] }
    const stale = await manager.post('/lead/bulk/status', { filter, expected_count: 249, values })
    expect([stale.status, stale.body.errors]).toEqual([409, { expected_count: ['250'] }])
    const body = { filter, expected_count: 250, values }
    const started = await manager.post('/lead/bulk/status', body)
    expect(started.status).toBe(202)
    const { job_id } = started.body.data
    expect(await finished(job_id)).toMatchObject({ processed: 250, failed: 0, state: 'finished' })
    const { rows } = await sql<{ changed: number; acts: number }>`
      select count(*) filter (where action = 'update' and detail ->> 'action' = 'status'
          and after ->> 'status' = ${String(ids['No answer'])})::int as changed,
        count(*) filter (where action = 'status')::int as acts
      from audit_log where job_id = ${job_id}`.execute(server.backend.database.sql)
    expect(rows).toEqual([{ changed: 250, acts: 250 }])
    const undone = await manager.post('/lead/bulk/undo', { job_id })
    expect(await finished(undone.body.data.job_id)).toMatchObject({ processed: 250, failed: 0 })
    const left = await manager.post('/lead/search', { ...filter, status: ids['No answer'] })
    expect(left.body.meta.total).toBe(0)
  })

  test('get a status but for the one that refuses', async () => {
    const [final, plain] = await insert(2, 'mixed')
    await sql`update leads set status = ${ids['Deposit']} where id = ${final}`.execute(
      server.backend.database.sql,
    )
    const user = await server.user([
      'lead.view',
      'lead.single.view',
      'lead.status.update',
      'options.statuses.all',
    ])
    const { body } = await user.post('/lead/bulk/status', {
      ids: [final, plain],
      values: { status: ids['Call back'] },
    })
    expect(body.data).toMatchObject({ done: 1, skipped: 1, failures: [{ id: final }] })
    expect((await admin.get(`/lead/${plain}`)).body.data.status).toBe(ids['Call back'])
    expect((await admin.get(`/lead/${final}`)).body.data.status).toBe(ids['Deposit'])
  })

  test('get a status by one statement where some of them refuse, each with its reason', async () => {
    const leads = await insert(40, 'refusing')
    const [bought, sold] = leads
    await sql`update leads set status = ${ids['Deposit']} where id in (${bought}, ${sold})`.execute(
      server.backend.database.sql,
    )
    await sql`update leads set ftd_at = now() where id = ${sold}`.execute(
      server.backend.database.sql,
    )
    const own = ['lead.view', 'lead.single.view', 'lead.status.update', 'options.statuses.all']
    const user = await server.user(own)
    const values = { status: ids['Call back'] }
    const writes = await counted(
      server,
      async () => {
        const { body } = await user.post('/lead/bulk/status', { ids: leads, values })
        expect(body.data).toMatchObject({
          done: 38,
          skipped: 2,
          failures: [
            { id: bought, code: 'invalid', reason: expect.stringMatching(/"Deposit" is final/) },
            { id: sold, code: 'invalid', reason: expect.stringMatching(/first deposit/) },
          ],
        })
      },
      /^\s*(\/\*.*\*\/)?\s*(with .*)?update "?leads"? /s,
    )
    expect(writes).toBeLessThan(5)
  })

  test('change their source, tags and availability together', async () => {
    const leads = await insert(3, 'together')
    const other = await admin.make('/settings/source', { name: 'Other' })
    const tag = await admin.make('/settings/tag', { name: 'Bulk' })
    for (const [act, values] of [
      ['source', { source: other }],
      ['tag', { add: [tag], remove: [] }],
      ['availability', { not_available_till: '2030-01-01T00:00:00Z' }],
    ] as const) {
      const { body } = await manager.post(`/lead/bulk/${act}`, { ids: leads, values })
      expect(body.data).toMatchObject({ done: 3, skipped: 0 })
    }
    for (const id of leads) {
      expect((await admin.get(`/lead/${id}`)).body.data).toMatchObject({
        source: other,
        tags: [tag],
        not_available_till: '2030-01-01T00:00:00Z',
      })
    }
  })

  const edit = (values: object, leads: readonly number[], by = manager) =>
    by.post('/lead/bulk/update', { ids: leads, values })
  const undo = async (records: readonly { id: number; version: number }[], by = manager) => {
    const versions = records.map(({ version }) => version)
    return by.post('/lead/bulk/undo', { ids: records.map(({ id }) => id), versions })
  }
  const leadsOf = async (funnel: string) => {
    const { rows } = await sql<any>`
      select id, email, external_id, status, stage, comment, not_available_till,
        array(select target_id from leads_tags where record_id = l.id order by 1) as tags
      from leads l where funnel = ${funnel} order by id`.execute(server.backend.database.sql)
    return rows
  }

  test('get a status that lists nobody without a question about the black list', async () => {
    const leads = await insert(3, 'unlisted')
    const values = { status: ids['Call back'] }
    const asked = await counted(
      server,
      async () => {
        const { body } = await admin.post('/lead/bulk/status', { ids: leads, values })
        expect(body.data).toMatchObject({ done: 3, skipped: 0 })
      },
      /(?:insert into|from) "?black_list/,
    )
    expect(asked).toBe(0)
  })

  /** Not what workers look for meanwhile, the more often the longer it takes. */
  const ofEdits = /^(?!.*\b(?:jobs|job_chunks|next_attempt_at|pull_asked)\b)/s

  test('are edited and taken back in as many statements, however many they are', async () => {
    const cost = async (count: number, funnel: string) => {
      const leads = await insert(count, funnel)
      const costs: number[] = []
      for (const values of [
        { comment: 'Seen', city: 'York' },
        { status: ids['No answer'] },
        { alt_email: 'shared@example.com', last_name: 'Byron' },
      ]) {
        let records: { id: number; version: number }[] = []
        costs.push(
          await counted(
            server,
            async () => {
              const { data } = (await edit(values, leads)).body
              expect([data.done, data.records.length]).toEqual([count, count])
              ;({ records } = data)
            },
            ofEdits,
          ),
          await counted(
            server,
            async () => {
              expect((await undo(records)).body.data).toMatchObject({ done: count, skipped: 0 })
            },
            ofEdits,
          ),
        )
      }
      return costs
    }
    const [few, many] = [await cost(5, 'five'), await cost(100, 'hundred')]
    for (const [place, statements] of many.entries()) {
      expect(statements - (few[place] ?? 0)).toBeLessThan(20)
    }
  })

  test('follow the rule of their status together, and go back without it', async () => {
    const tag = await admin.make('/settings/tag', { name: 'Cold' })
    const status = ids['Call back']
    const rule = { status, days_not_available: 3, add_tags: [tag] }
    await admin.make('/lead/status/setting', rule)
    const leads = await insert(3, 'ruled')
    const { records } = (await edit({ status }, leads)).body.data
    const ruled = await leadsOf('ruled')
    expect(ruled).toMatchObject(leads.map((id) => ({ id, status, tags: [tag] })))
    expect(ruled.every((one) => one.not_available_till !== null)).toBe(true)
    expect((await undo(records)).body.data).toMatchObject({ done: 3, skipped: 0 })
    const back = { status: ids['New'], tags: [], not_available_till: null }
    expect(await leadsOf('ruled')).toMatchObject(leads.map((id) => ({ id, ...back })))
  })

  test('block the people whom the rule of their status blocks, each lead once', async () => {
    const status = ids['Do not call']
    const leads: number[] = []
    for (const n of [1, 2])
      leads.push(await admin.make('/lead', { email: `no${n}@example.com`, source, funnel: 'no' }))
    expect((await edit({ status }, leads)).body.data).toMatchObject({ done: 2, skipped: 0 })
    expect(await leadsOf('no')).toMatchObject(leads.map(() => ({ status, stage: 'blocked' })))
  })

  test('become no duplicates of each other or of one that has come meanwhile', async () => {
    const own = { own_duplicate_rule: true, same_email: true, same_external_id: true }
    const at = await admin.make('/settings/source', { name: 'Own', ...own })
    const leads: number[] = []
    for (const n of [1, 2, 3]) {
      const given = {
        email: `own${n}@example.com`,
        external_id: `E${n}`,
        source: at,
        funnel: 'own',
      }
      leads.push(await admin.make('/lead', given))
    }
    const [first, second] = leads
    const twice = (await edit({ external_id: 'E9' }, leads)).body.data
    expect(twice).toMatchObject({ done: 1, skipped: 2, records: [{ id: first }] })
    expect(twice.reasons[0]).toContain('There is a lead with it')
    // What stays the same of a lead makes none of it.
    expect((await edit({ external_id: null }, leads)).body.data.done).toBe(3)
    const { records } = (await edit({ alt_email: null, external_id: null }, leads)).body.data
    expect(records).toEqual([])
    for (const id of leads) {
      const { version } = (await admin.get(`/lead/${id}`)).body.data
      await manager.put(`/lead/${id}`, { external_id: `F${id}`, version })
    }
    const emptied = (await edit({ external_id: null }, leads)).body.data
    await admin.make('/lead', { email: 'new@example.com', external_id: `F${second}`, source: at })
    const undone = (await undo(emptied.records)).body.data
    expect(undone).toMatchObject({ done: 2, skipped: 1, failures: [{ id: second }] })
    expect((await leadsOf('own')).map((one) => one.external_id)).toEqual([
      `F${first}`,
      null,
      `F${leads[2]}`,
    ])
  })

  test('become none of those whom the black list forbids', async () => {
    const value = 'listed@example.com'
    const why = { reason: 'Asked for it', block_existing: false, scope: 'all' }
    await admin.make('/lead/black_list', { type: 'email', value, ...why })
    const leads = await insert(3, 'listed')
    const { data } = (await edit({ alt_email: value }, leads)).body
    expect(data).toMatchObject({ done: 0, skipped: 3 })
    expect(data.reasons).toEqual(['The black list forbids this lead'])
  })
})
