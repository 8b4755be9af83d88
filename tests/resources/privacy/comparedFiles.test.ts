import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { ImportFound } from '#contract'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { endedImport } from '../../fixtures/files/imports.ts'
import type { Client } from '../../fixtures/server.ts'
import { upload } from '../../fixtures/files/upload.ts'

let server: TestConsole
let admin: Client
let importer: Client
let source: number

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  source = await admin.make('/settings/source', { name: 'Search' })
  await server.backend.jobs.work()
}, 60_000)
beforeEach(async () => {
  importer = await server.as('Importer')
})
afterAll(() => server.close())

let count = 0
const unique = () => `p${(count += 1)}@example.com`

interface Order {
  readonly client?: Client
  readonly resource?: 'leads' | 'black_list'
  readonly more?: object
}

/** Orders a file whose headers are its mapping; a check of it unless said otherwise. */
async function ordered(
  lines: readonly string[],
  { client = importer, resource = 'leads', more = {} }: Order = {},
) {
  const path = resource === 'leads' ? '/lead/import' : '/lead/black_list/import'
  const purpose = `import:${resource}`
  const upload_id = await upload(server.app, client, lines.join('\n'), { purpose })
  const order = { upload_id, mapping: lines[0]?.split(','), settings: { source }, check: true }
  const { status, body } = await client.post(path, { ...order, ...more })
  expect([status, body.errors]).toEqual([202, undefined])
  return () => endedImport(server, client, `${path}/${body.data.id}`, ({ job_id }) => job_id)
}

const done = async (...order: Parameters<typeof ordered>): Promise<ImportFound> =>
  (await ordered(...order))()

/** The contacts that were compared for somebody, line by line of the audit log. */
async function compared({ id }: Client): Promise<number[]> {
  const { rows } = await sql<{ contacts: number }>`
    select (detail ->> 'contacts')::integer as contacts from audit_log
    where user_id = ${id} and action = 'contact_check' order by id`.execute(
    server.backend.database.sql,
  )
  return rows.map(({ contacts }) => contacts)
}

/** As if so many contacts of files had been compared already. */
const useUp = ({ id }: Client, contacts: number) =>
  sql`insert into disclosures (user_id, counts, contacts) values (${id}, false, ${contacts})`.execute(
    server.backend.database.sql,
  )

const jobOf = async ({ job_id }: ImportFound, client = importer) =>
  (await client.get(`/profile/job/${job_id}`)).body.data

describe('H2: of a file that is checked', () => {
  test('the contacts are counted and recorded for those who see contacts masked', async () => {
    const known = unique()
    await admin.make('/lead', { source, email: known })
    const lines = ['email,phone', `${known},`, `${unique()},+447400600700`, 'nobody,', `${known},`]
    const check = await done(lines)
    expect(check).toMatchObject({ state: 'checked', checked: { created: 1, refused: 3 } })
    expect(await compared(importer)).toEqual([3])
    const { body } = await admin.get('/audit/search?action=contact_check')
    expect(body.data[0]).toMatchObject({
      user: importer.id,
      resource: 'leads',
      job: check.job_id,
      detail: { facts: { import: check.id, contacts: 3 } },
    })
  })

  test('they are neither counted nor limited for those who reveal contacts', async () => {
    const manager = await server.as('Manager')
    await useUp(manager, 500_000)
    const check = await done(['email', unique()], { client: manager })
    expect([check.state, await compared(manager)]).toEqual(['checked', []])
  })

  test('so many are compared within an hour; then it says so, tells nothing, and goes on later', async () => {
    await useUp(importer, 499_999)
    const check = await done(['email', unique(), unique()])
    const job = await jobOf(check)
    expect([check.state, job.state]).toEqual(['failed', 'failed'])
    expect(job.message).toBe(
      'You see contacts masked, and may have 500,000 of them compared from files within an hour. Go on with this file in 60 minutes: try its job again.',
    )
    expect(check).toMatchObject({ checked: null, reasons: [], problems: [] })
    expect(await compared(importer)).toEqual([])
    await sql`
      update disclosures set at = at - interval '1 hour' where user_id = ${importer.id}`.execute(
      server.backend.database.sql,
    )
    expect((await importer.post(`/profile/job/${check.job_id}/retry`)).status).toBe(200)
    const path = `/lead/import/${check.id}`
    const again = await endedImport(server, importer, path, ({ job_id }) => job_id)
    expect(again).toMatchObject({ state: 'checked', checked: { created: 2 } })
    expect(await compared(importer)).toEqual([2])
  })

  test('two that come at once have one hour', async () => {
    await useUp(importer, 499_998)
    const both = [await ordered(['email', unique(), unique()]), await ordered(['email', unique()])]
    const states = await Promise.all(both.map(async (end) => (await end()).state))
    expect(states.toSorted()).toEqual(['checked', 'failed'])
    expect((await compared(importer)).length).toBe(1)
  })

  test('two hundred thousand rows are within the hour, twice', async () => {
    await useUp(importer, 200_000)
    await useUp(importer, 200_000 - 1)
    expect((await done(['email', unique()])).state).toBe('checked')
  })

  test('it counts what the black list has, of those who may not read it', async () => {
    const keeper = ['lead.black_list.view', 'lead.black_list.import', 'lead.black_list.create']
    const clerk = await server.user([...keeper, 'user.profile.job.view'])
    const settings = { type: 'email', reason: 'Asked for it' }
    const order = { client: clerk, resource: 'black_list', more: { settings } } as const
    await done(['value', unique(), unique()], order)
    expect(await compared(clerk)).toEqual([2])
  })
})

test('H2: a lead that is refused past the limit is kept no more than it is answered', async () => {
  const known = unique()
  await admin.make('/lead', { source, email: known })
  const failed = async () =>
    (await importer.get('/failed/lead/search?origin=manual')).body.meta.total
  const before = await failed()
  const wrong = { source, country: 999_999 }
  expect((await importer.post('/lead', { ...wrong, email: known })).status).toBe(422)
  expect(await failed()).toBe(before + 1)
  await sql`
    insert into disclosures (user_id, counts)
    select ${importer.id}, true from generate_series(1, 59)`.execute(server.backend.database.sql)
  const other = unique()
  await admin.make('/lead', { source, email: other })
  const [hit, miss] = [other, unique()].map((email) => importer.post('/lead', { ...wrong, email }))
  expect((await hit!).body).toEqual((await miss!).body)
  expect(await failed()).toBe(before + 1)
})

describe('H2: of a file that is taken in', () => {
  test('the contacts of refused rows count, for a lead is left of the others', async () => {
    const known = unique()
    await admin.make('/lead', { source, email: known })
    const result = await done(['email', known, unique(), unique()], { more: { check: false } })
    expect(result).toMatchObject({ created: 2, refused: 1 })
    expect(await compared(importer)).toEqual([1])
  })

  test('so do those of rows that change leads: what was there already changes nothing', async () => {
    const rights = ['lead.view', 'lead.single.view', 'lead.import', 'lead.update', 'lead.create']
    const client = await server.user([...rights, 'user.profile.job.view', 'options.sources.all'])
    const known = unique()
    const id = await admin.make('/lead', { source, email: known })
    const update = { check: false, mode: 'update', settings: {} }
    for (const guess of [known, unique()]) {
      const result = await done(['id,email', `${id},${guess}`], { client, more: update })
      expect(result).toMatchObject({ updated: 1, refused: 0 })
    }
    expect(await compared(client)).toEqual([1, 1])
    const phone = '+447400600711'
    await admin.make('/lead', { source, phone })
    const fill = { check: false, mode: 'fill' }
    const filled = await done(['phone,city', `${phone},York`], { client, more: fill })
    expect([filled.updated, await compared(client)]).toEqual([1, [1, 1, 1]])
  })

  test('and those of leads that are taken back: nothing is left of them', async () => {
    const rights = ['lead.view', 'lead.import', 'lead.import.undo', 'lead.create']
    const client = await server.user([...rights, 'user.profile.job.view', 'options.sources.all'])
    const { id, job_id } = await done(['email', unique(), unique()], {
      client,
      more: { check: false },
    })
    expect(await compared(client)).toEqual([])
    await useUp(client, 499_999)
    const undo = async () => (await client.post(`/lead/import/${id}/undo`)).body.data.job_id
    const ended = async (job: number) => {
      await server.backend.jobs.work()
      const read = async () => (await client.get(`/profile/job/${job}`)).body.data
      await expect.poll(async () => (await read()).state).toMatch(/^f/)
      return (await read()).state
    }
    const job = await undo()
    expect(job).not.toBe(job_id)
    expect(await ended(job)).toBe('failed')
    expect((await admin.get(`/lead/search?import=${id}`)).body.meta.total).toBe(2)
    await sql`delete from disclosures where user_id = ${client.id}`.execute(
      server.backend.database.sql,
    )
    expect(await ended(await undo())).toBe('finished')
    expect(await compared(client)).toEqual([2])
  })

  test('with the limit used up nothing of a part is told or taken in', async () => {
    await useUp(importer, 500_000)
    const known = unique()
    await admin.make('/lead', { source, email: known })
    const result = await done(['email', known, unique()], { more: { check: false } })
    expect(result).toMatchObject({ state: 'failed', created: 0, refused: 0, problems: [] })
    const free = await done(['email', unique()], { more: { check: false } })
    expect(free).toMatchObject({ state: 'done', created: 1 })
  })

  test('whom a department does not have counts, where the file tells outcomes by contacts', async () => {
    const clerk = await server.user([
      'lead.view',
      'lead.import',
      'lead.ftd.update',
      'user.profile.job.view',
      'options.broker_departments.all',
      'broker.department.view',
    ])
    const broker_id = await admin.make('/broker', { name: 'Acme' })
    const department = await admin.make('/broker/department', { branch_name: 'Desk', broker_id })
    const more = { check: false, mode: 'outcomes', settings: { department } }
    const lines = ['email,lead_id,status', `${unique()},,Sold`, `${unique()},,Sold`, ',999999,Sold']
    const result = await done(lines, { client: clerk, more })
    expect(result).toMatchObject({ refused: 3 })
    expect(await compared(clerk)).toEqual([2])
  })
})
