import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { endedImport } from '../../fixtures/files/imports.ts'
import type { Client } from '../../fixtures/server.ts'
import { upload } from '../../fixtures/files/upload.ts'

let server: TestConsole
let admin: Client
let clerk: Client
let lead: number
let source: number

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  clerk = await server.user(['audit.view', 'lead.single.view', 'user.profile.job.view'], {
    name: 'Clerk',
  })
  source = await admin.make('/settings/source', { name: 'Search' })
  const values = { source, email: 'ada@example.com', first_name: 'Ada', card_name: 'A LOVELACE' }
  lead = await admin.make('/lead', values)
  const changes = { version: 1, email: 'grace@example.com', first_name: 'Grace' }
  expect((await admin.put(`/lead/${lead}`, changes)).status).toBe(200)
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

interface Entry {
  id: number
  created_at: string
  user: number | null
  action: string
  resource: string | null
  record: number | null
  reason: string | null
  ip: string | null
  detail: {
    changes: { field: string; before: unknown; after: unknown }[]
    facts: Record<string, unknown>
  }
}

async function entries(query: string, client = clerk): Promise<Entry[]> {
  const { status, body } = await client.get(`/audit/search?${query}`)
  expect([status, body.message]).toEqual([200, undefined])
  return body.data
}

describe('L10: the audit log', () => {
  test('is for holders of audit.view, newest first, and nobody writes it', async () => {
    const others = await server.user(['lead.view', 'audit.export'])
    expect((await others.get('/audit/search')).status).toBe(403)
    const ids = (await entries('per_page=200')).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(3)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    for (const answer of [
      await admin.post('/audit', {}),
      await admin.put(`/audit/${ids[0]}`, {}),
      await admin.delete(`/audit/${ids[0]}`),
    ]) {
      expect(answer.status).toBe(404)
    }
  })

  test('says who did what to which record, from where, before and after', async () => {
    const [entry] = await entries(`resource=leads&record=${lead}&action=update`)
    expect(entry).toMatchObject({
      user: admin.id,
      resource: 'leads',
      record: lead,
      action: 'update',
      ip: '127.0.0.1',
    })
    const one = await clerk.get(`/audit/${entry?.id}`)
    expect(one.body.data.detail).toEqual(entry?.detail)
  })

  test('is filtered by user, resource, record, action and time', async () => {
    const since = Date.now()
    const { version } = (await admin.get(`/settings/source/${source}`)).body.data
    const note = `Watched ${version}`
    const { status } = await admin.put(`/settings/source/${source}`, { version, note })
    expect(status).toBe(200)
    const all = await entries('per_page=200')
    const wanted: [query: string, fits: (entry: Entry) => boolean][] = [
      [`user=${admin.id}`, ({ user }) => user === admin.id],
      ['resource=leads', ({ resource }) => resource === 'leads'],
      [`record=${source}`, ({ record }) => record === source],
      ['action=create', ({ action }) => action === 'create'],
      ['action=create,update', ({ action }) => ['create', 'update'].includes(action)],
      [
        `created_at_from=${new Date(since).toISOString()}`,
        ({ created_at }) => Date.parse(created_at) >= since,
      ],
    ]
    for (const [query, fits] of wanted) {
      const found = await entries(`per_page=200&${query}`)
      expect([query, found]).toEqual([query, all.filter(fits)])
      expect(found.length).toBeGreaterThan(0)
      expect(found.length).toBeLessThan(all.length)
    }
  })

  test('holds refusals and sign-ins that failed', async () => {
    await server.anonymous.post('/login', { email: 'nobody@example.com', password: 'x' })
    const stranger = await server.user([])
    expect((await stranger.delete(`/lead/${lead}`)).status).toBe(403)
    const [failed] = await entries('action=login_failed')
    expect(failed).toMatchObject({ user: null, detail: { facts: { email: 'nobody@example.com' } } })
    const account = { email: 'mistyped@example.com', password: 'quiet-lantern-94' }
    const role = await admin.make('/management/role', { name: 'Of nothing', permissions: [] })
    const known = await admin.make('/management/user', { name: 'Typo', roles: [role], ...account })
    await server.anonymous.post('/login', { ...account, password: 'x' })
    expect(await entries(`user=${known}&action=login_failed`)).toMatchObject([
      { user: known, detail: { facts: { email: account.email } } },
    ])
    const [denied] = await entries('action=denied')
    expect(denied).toMatchObject({ user: stranger.id, resource: 'leads' })
    expect(denied?.detail.facts).toMatchObject({ method: 'DELETE', id: lead })
  })

  test('shows values as every list does: masked, and none that its reader may not read', async () => {
    const [changed, made] = await entries(`resource=leads&record=${lead}`)
    const of = (entry: Entry | undefined, field: string) =>
      entry?.detail.changes.find((one) => one.field === field)
    expect(of(changed, 'first_name')).toMatchObject({ before: 'Ada', after: 'Grace' })
    expect(of(changed, 'email')).toMatchObject({
      before: 'a•••••@e•••.com',
      after: 'g•••••@e•••.com',
    })
    expect(of(made, 'card_name')).toBeUndefined()
    const [whole] = (await entries(`resource=leads&record=${lead}`, admin)).slice(-1)
    expect(of(whole, 'card_name')).toMatchObject({ after: 'A LOVELACE' })
  })

  test('says of records that its reader may not open only that something happened', async () => {
    const [made] = await entries(`resource=sources&record=${source}&action=create`)
    expect(made?.detail).toEqual({ is_open: false, changes: [], facts: {} })
  })

  test('says what an act was given to those who may open its records, contacts masked', async () => {
    const id = await admin.make('/lead', { source, email: 'mary@example.com' })
    await admin.post(`/lead/${id}/comment`, { text: 'Call the daughter' })
    await admin.post('/lead/bulk/tag', { ids: [id], values: { add: [], remove: [] } })
    await admin.post('/lead/black_list/check', { contact: 'victim@example.com' })
    const auditor = await server.user(['audit.view', 'lead.black_list.view'])
    const facts = async (client: Client, action: string) =>
      (await entries(`action=${action}`, client))[0]?.detail.facts
    expect(await facts(clerk, 'comment')).toEqual({ text: 'Call the daughter' })
    expect(await facts(clerk, 'tag')).toEqual({ add: [], remove: [] })
    expect(await facts(auditor, 'comment')).toEqual({})
    expect(await facts(auditor, 'tag')).toEqual({})
    expect(await facts(clerk, 'check')).toEqual({})
    expect(await facts(auditor, 'check')).toEqual({ contact: 'v•••••' })
  })

  test('shows no contact by which an export was filtered, and how many records when they are many', async () => {
    await server.backend.database.sql.transaction().execute((transaction) =>
      sql`
        insert into audit_log (user_id, action, resource, detail) values (${admin.id}, 'export', 'leads',
          ${JSON.stringify({
            filter: { email: 'ada@example.com', stage: 'new' },
            search: 'ada@example.com',
            ids: Array.from({ length: 50 }, (_, n) => n),
            reason: 'asked for by the owner',
          })}::jsonb)`.execute(transaction),
    )
    const [entry] = await entries('action=export')
    expect(entry).toMatchObject({ reason: 'asked for by the owner' })
    expect(entry?.detail.facts).toEqual({
      filter: { email: '•••', stage: 'new' },
      search: 'a•••••@e•••.com',
      ids: 50,
    })
  })

  test('is exported as it is shown, by holders of audit.export', async () => {
    const query = { filter: { resource: 'leads', record: lead }, columns: ['user', 'detail'] }
    expect((await clerk.post('/audit/export', query)).status).toBe(403)
    const officer = await server.user([
      'audit.view',
      'audit.export',
      'lead.single.view',
      'options.users.all',
      'user.profile.job.view',
    ])
    const { status, body } = await officer.post('/audit/export', query)
    expect(status).toBe(202)
    const path = `/profile/job/${body.data.job_id}`
    const state = async () => (await officer.get(path)).body.data.state
    await expect.poll(state).toBe('finished')
    const file = await officer.get(`${path}/download/result`)
    const [head, ...rows] = parse(file.body) as string[][]
    expect(head).toEqual(['User', 'Details'])
    expect(rows).toHaveLength(2)
    expect(rows[0]?.[0]).toMatch(/^User \d+$/)
    expect(rows[0]?.[1]).toContain('g•••••@e•••.com')
    expect(file.body).not.toMatch(/grace@|LOVELACE/)
  })

  test('tells in a file by their names what changed and what was filtered by, as far as its reader may know them', async () => {
    const post = await admin.make('/settings/source', { name: 'Posters' })
    const one = await admin.make('/lead', { source, email: 'names@example.com' })
    await admin.put(`/lead/${one}`, { version: 1, source: post })
    const filter = { source: `${source},${post}` }
    await admin.post('/lead/export', { filter, columns: ['id', 'email'] })
    const told = async (user: Client, wanted: object) => {
      const order = { filter: { resource: 'leads', ...wanted }, columns: ['detail'] }
      const { body } = await user.post('/audit/export', order)
      const path = `/profile/job/${body.data.job_id}`
      await expect.poll(async () => (await user.get(path)).body.data.state).toBe('finished')
      return (parse((await user.get(`${path}/download/result`)).body) as string[][])[1]?.[0]
    }
    const changed = { record: one, action: 'update' }
    const asked = { action: 'export', user: admin.id }
    expect(await told(admin, changed)).toBe('Source: Search → Posters')
    expect(await told(admin, asked)).toBe(
      'Filter: Source: Search, Posters\nMasked: E-mail\nColumns: ID, E-mail',
    )
    const rights = ['audit.view', 'audit.export', 'lead.single.view', 'user.profile.job.view']
    const stranger = await server.user([...rights, 'options.users.all'])
    expect(await told(stranger, changed)).toBe(`Source: #${source} → #${post}`)
    expect(await told(stranger, asked)).toContain(`Filter: Source: #${source}, #${post}`)
    const itself = {
      filter: { action: 'export', resource: 'audit_entries' },
      columns: ['resource'],
    }
    const { body } = await admin.post('/audit/export', itself)
    const path = `/profile/job/${body.data.job_id}`
    await expect.poll(async () => (await admin.get(path)).body.data.state).toBe('finished')
    expect((await admin.get(`${path}/download/result`)).body).toContain('"Audit log"')
  })

  test.each([
    'true',
    't."user" = 5',
    "t.resource = 'leads'",
    "t.resource = 'leads' and t.record = 5",
    't.record = 5',
    "t.action = 'login_failed'",
    "t.created_at > now() - interval '1 day'",
  ])('follows an index where it is %s', async (where) => {
    const plan = await server.backend.database.sql.transaction().execute(async (transaction) => {
      for (const way of ['seqscan', 'sort', 'bitmapscan']) {
        await sql.raw(`set local enable_${way} = off`).execute(transaction)
      }
      const { rows } = await sql
        .raw(`
        explain select t.id from audit_entries t where ${where}
        order by t.created_at desc, t.id desc limit 25`)
        .execute(transaction)
      return JSON.stringify(rows)
    })
    expect(plan).not.toContain('Seq Scan')
    // A record has few entries: those are sorted.
    if (!where.includes('record')) expect(plan).not.toMatch(/Sort(?! Key)/)
  })

  test('has a name for every act that the engine and the business write', () => {
    const files = ['src/server', 'src/system', 'src/features', 'resources'].flatMap((folder) =>
      readdirSync(join(process.cwd(), folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
    )
    const linesIn = (text: string) => text.match(/^.*(?:\baction(?::| = )|auditOf\().*$/gm) ?? []
    const written = files.flatMap(([, text]) =>
      linesIn(text)
        .filter((line) => !line.includes('msg('))
        .flatMap((line) => [...line.matchAll(/'([a-z_]+)'/g)].map(([, word = '']) => word)),
    )
    expect(written.length).toBeGreaterThan(20)
    const computed = files
      .filter(([, text]) =>
        /\.\.\.\w*[aA]uthor\w*(?:\(.*\))?,\s+action(?:,|: \w+\b[,.])/.test(text),
      )
      .map(([name]) => name)
    // What makes entries for others; then the names of acts that are declared, of the routes of jobs, and on the line above.
    expect(computed.sort()).toEqual([
      'audit/audit.ts',
      'imports/queueWork.ts',
      'jobs/jobRoutes.ts',
      'records/bulk/runAction.ts',
      'records/bulk/runTogether.ts',
    ])
    const all = [...written, 'cancel', 'pause', 'resume', 'retry']
    const { choices } = server.backend.resource('audit_entries').fields.action
    // Stand in queries, or name what is asked for.
    const others = ['undoes', 'leads', 'sends', 'action', 'edit', 'undo', 'job']
    expect(all.filter((one) => !Object.hasOwn(choices, one) && !others.includes(one))).toEqual([])
  })

  test('names the check of a file, and who took its refused rows and the statistics with them', async () => {
    const upload_id = await upload(server.app, admin, 'email\nnone\n', {
      purpose: 'import:leads',
    })
    const order = { upload_id, mapping: ['email'], settings: { source }, check: true }
    const { body } = await admin.post('/lead/import', order)
    await endedImport(server, admin, `/lead/import/${body.data.id}`, ({ job_id }) => job_id)
    expect((await admin.get(`/lead/import/${body.data.id}/report`)).status).toBe(200)
    const csv = await admin.get('/broker/department/ftd/statistics/export?by=broker')
    expect(csv.status).toBe(200)
    const [checked] = await entries('action=import_check', admin)
    expect(checked).toMatchObject({ user: admin.id, resource: 'leads' })
    const [statistics, refused] = await entries('action=download', admin)
    expect(refused).toMatchObject({
      user: admin.id,
      resource: 'leads',
      detail: { facts: { import: body.data.id, file: `import-${body.data.id}-refused.csv` } },
    })
    expect(statistics).toMatchObject({
      user: admin.id,
      resource: 'broker_departments',
      detail: { facts: { by: 'broker', file: expect.stringMatching(/^ftd-statistics/) } },
    })
  })
})
