import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { accessChanged } from '#server'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { endedImport } from '../../fixtures/files/imports.ts'
import { partnerOf, type Caller } from '../../fixtures/sending/partner.ts'
import type { Client } from '../../fixtures/server.ts'
import { upload } from '../../fixtures/files/upload.ts'

// A source may fill what is empty in the leads that it brings again (product.md 5).

let server: TestConsole
let admin: Client
let clerk: Client
let partner: Caller
let source: number

const rule = { own_duplicate_rule: true, duplicate_action: 'fill' }

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  clerk = await server.user(['lead.create', 'lead.view', 'lead.single.view', 'options.sources.all'])
  partner = await partnerOf(server, admin, { source: rule, send_a_lot: true })
  source = partner.source
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

let count = 0
const unique = () => `known${(count += 1)}@example.com`
const known = async (values: object = {}) => {
  const email = unique()
  return { email, id: await admin.make('/lead', { source, email, first_name: 'Ada', ...values }) }
}
const leadOf = async (id: number) => (await admin.get(`/lead/${id}`)).body.data
const failedOf = async (email: string) =>
  (await admin.get(`/failed/lead/search?email=${email}`)).body.data

async function importText(text: string, more = {}) {
  const upload_id = await upload(server.app, admin, text, { purpose: 'import:leads' })
  const order = { upload_id, mapping: text.split('\n')[0]?.split(','), settings: { source } }
  const { body } = await admin.post('/lead/import', { ...order, ...more })
  const path = `/lead/import/${body.data.id}`
  await endedImport(server, admin, path, ({ job_id }) => job_id)
  return (await admin.get(path)).body.data
}

describe('10.1: an import says itself what is done with its duplicates', () => {
  const text = (email: string) => `email,first_name,city\n${email},Grace,Bath\n`
  const copies = async (email: string) =>
    (await admin.get(`/lead/search?email=${email}&sort=id`)).body.data

  test.each([
    ['mark', { created: 1, updated: 0, refused: 0 }],
    ['refuse', { created: 0, updated: 0, refused: 1 }],
    ['usual', { created: 0, updated: 1, refused: 0 }],
  ] as const)('%s', async (duplicates, counts) => {
    const { email, id } = await known()
    const check = await importText(text(email), { duplicates, check: true })
    expect(check).toMatchObject({ duplicates, checked: counts })
    expect((await admin.post(`/lead/import/${check.id}/start`)).status).toBe(202)
    const path = `/lead/import/${check.id}`
    await endedImport(server, admin, path, ({ job_id }) => job_id)
    expect((await admin.get(path)).body.data).toMatchObject({ duplicates, ...counts })
    const found = await copies(email)
    expect(found).toHaveLength(1 + counts.created)
    expect((await leadOf(id)).city).toBe(duplicates === 'usual' ? 'Bath' : null)
    const [, copy] = found
    if (copy) expect(await leadOf(copy.id)).toMatchObject({ is_duplicate: true, city: 'Bath' })
    const failed = await failedOf(email)
    expect(failed).toHaveLength(counts.refused)
  })

  test('and marks them only for who may accept failed leads', async () => {
    const names = ['lead.import', 'lead.view', 'options.sources.all', 'failed.lead.view'] as const
    const order = async (by: Client, duplicates: string, more = {}) => {
      const upload_id = await upload(server.app, by, text(unique()), { purpose: 'import:leads' })
      const mapping = ['email', 'first_name', 'city']
      return by.post('/lead/import', {
        upload_id,
        mapping,
        settings: { source },
        duplicates,
        ...more,
      })
    }
    const mayNot = await server.user([...names, 'lead.create'])
    const may = await server.user([...names, 'lead.create', 'failed.lead.accept'])
    expect((await order(mayNot, 'mark')).status).toBe(403)
    expect((await order(mayNot, 'mark', { check: true })).status).toBe(403)
    expect((await order(mayNot, 'refuse')).status).toBe(202)
    expect((await order(may, 'mark')).status).toBe(202)
    // Between the check and the import the permission is taken away.
    const { body } = await order(may, 'mark', { check: true })
    const path = `/lead/import/${body.data.id}`
    await endedImport(server, may, path, ({ job_id }) => job_id)
    await sql`
      delete from roles_permissions where record_id in (
        select target_id from users_roles where record_id = ${may.id}
      ) and target_id in (select id from permissions where name = 'failed.lead.accept')`.execute(
      server.backend.database.sql,
    )
    await accessChanged(server.backend.database.sql)
    expect((await may.post(`${path}/start`)).status).toBe(202)
    await endedImport(server, may, path, ({ job_id }) => job_id)
    expect((await may.get(path)).body.data).toMatchObject({ state: 'failed', created: 0 })
  })

  test('which is heard where only new ones are added', async () => {
    const upload_id = await upload(server.app, admin, text(unique()), { purpose: 'import:leads' })
    const order = { upload_id, mapping: ['email', 'first_name', 'city'], settings: { source } }
    const { status, body } = await admin.post('/lead/import', {
      ...order,
      mode: 'fill',
      duplicates: 'mark',
    })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['duplicates']])
  })
})

const ways: Readonly<Record<string, (given: Record<string, string>) => Promise<unknown>>> = {
  async 'a form'(given) {
    expect((await admin.post('/lead', { source, ...given })).status).toBe(200)
  },
  async 'a file'(given) {
    const text = `${Object.keys(given).join(',')}\n${Object.values(given).join(',')}\n`
    expect(await importText(text)).toMatchObject({ created: 0, updated: 1, refused: 0 })
  },
  async 'the partner API'(given) {
    expect((await partner.post('/lead', given)).status).toBe(200)
  },
  async 'another try of a failed lead'(given) {
    await importText(
      `${Object.keys(given).join(',')},date_of_birth\n${Object.values(given).join(',')},soon\n`,
    )
    const [{ id, version }] = await failedOf(given['email'] ?? '')
    await admin.put(`/failed/lead/${id}`, { date_of_birth: null, version })
    expect(await failedOf(given['email'] ?? '')).toMatchObject([{ stage: 'fixed' }])
  },
}

describe('a known lead of a source that fills', () => {
  test.each(Object.entries(ways))(
    'gets what it lacks by %s, and keeps what it has',
    async (_name, bring) => {
      const { id, email } = await known()
      await bring({ email, first_name: 'Eve', last_name: 'Byron', city: 'London' })
      const lead = await leadOf(id)
      expect(lead).toMatchObject({ first_name: 'Ada', last_name: 'Byron', city: 'London' })
      expect((await admin.get(`/lead/search?email=${email}`)).body.data).toHaveLength(1)
      const { data } = (await admin.get(`/lead/history/changes/search?lead=${id}`)).body
      expect(JSON.stringify(data)).toContain('last_name')
    },
  )

  test('is told as updated, and the same request again is answered alike', async () => {
    const { id, email } = await known()
    const given = { source, email, city: 'Paris' }
    const { status, body } = await admin.post('/lead', given)
    expect([status, body.message, body.meta]).toEqual([
      200,
      'There was such a record already: what was empty in it was filled',
      { is_filled: true },
    ])
    expect(body.data).toMatchObject({ id, city: 'Paris', first_name: 'Ada' })
    expect(await admin.post('/lead', given)).toMatchObject({ status: 200, body })
    expect(await failedOf(email)).toEqual([])
  })

  test('that lacks nothing is refused as a duplicate', async () => {
    const { email } = await known()
    const { status, body } = await admin.post('/lead', { source, email, first_name: 'Eve' })
    expect([status, body.code]).toEqual([422, 'duplicate'])
    const found = await importText(`email,first_name\n${email},Eve\n`)
    expect(found).toMatchObject({ updated: 0, refused: 1 })
    expect((await partner.post('/lead', { email, first_name: 'Bo' })).status).toBe(409)
  })

  test('is not filled where it would become the duplicate of another', async () => {
    const phone = '+447400200300'
    const { email, id } = await known()
    await known({ phone })
    const { status, body } = await admin.post('/lead', { source, email, phone, city: 'Rome' })
    expect([status, body.code]).toEqual([422, 'duplicate'])
    expect(await leadOf(id)).toMatchObject({ city: null, phone: null })
  })

  test('is not filled by what is refused for another reason', async () => {
    const { email, id } = await known()
    await admin.make('/lead/black_list', {
      type: 'email',
      value: email,
      reason: 'asked',
      block_existing: false,
    })
    expect((await admin.post('/lead', { source, email, city: 'Rome' })).status).toBe(422)
    expect((await leadOf(id)).city).toBeNull()
  })

  test('is filled by every door though the source has had its leads of the day', async () => {
    const people = [await known(), await known(), await known(), await known()] as const
    const own = await admin.make('/settings/source', { name: 'Full', ...rule, daily_cap: 1 })
    await admin.make('/lead', { source: own, email: unique() })
    const [first, second, third, fourth] = people.map(({ email }) => email)
    expect((await admin.post('/lead', { source: own, email: first, city: 'Rome' })).status).toBe(
      200,
    )
    expect((await clerk.post('/lead', { source: own, email: second, city: 'Rome' })).status).toBe(
      200,
    )
    const text = `email,city\n${third},Rome\n${unique()},Rome\n`
    expect(await importText(text, { settings: { source: own } })).toMatchObject({
      created: 0,
      updated: 1,
      refused: 1,
    })
    for (const { id } of people.slice(0, 3)) expect((await leadOf(id)).city).toBe('Rome')
    const looks = async () =>
      (await admin.get('/audit/search?action=masked_search')).body.data.filter(
        (one: { user: number }) => one.user === clerk.id,
      ).length
    const before = await looks()
    // Who sees contacts masked learns from a refusal whom nobody knows: it counts as a look.
    const { status, body } = await clerk.post('/lead', { source: own, email: unique() })
    expect([status, body.code, await looks()]).toEqual([422, 'source_cap', before + 1])
    const nothing = await admin.post('/lead', { source: own, email: fourth, first_name: 'Eve' })
    expect([nothing.status, nothing.body.code]).toEqual([422, 'duplicate'])
  })

  test('is named to nobody who sees contacts masked, for whom it counts as a look', async () => {
    const { email, id } = await known()
    const { status, body } = await clerk.post('/lead', { source, email, city: 'Oslo' })
    expect([status, body.data]).toEqual([200, {}])
    expect((await leadOf(id)).city).toBe('Oslo')
    const { data } = (
      await admin.get('/audit/search?action=masked_search&sort=-created_at&per_page=1')
    ).body
    expect(data).toMatchObject([{ resource: 'leads', user: clerk.id }])
  })

  test('is named to the partner only that brought it', async () => {
    const { email } = await known()
    const other = await partner.post('/lead', { email, city: 'Bonn', external_id: 'e1' })
    expect(other.body.data).toEqual({ state: 'updated', external_id: 'e1' })
    const own = { email: unique() }
    const { id } = (await partner.post('/lead', own)).body.data
    const again = await partner.post('/lead/bulk', [
      { ...own, city: 'Kiel' },
      { ...own, city: 'Ulm' },
    ])
    expect(again.body.data).toMatchObject([{ state: 'updated', id }, { state: 'duplicate' }])
    expect(again.body.summary).toEqual({
      total: 2,
      accepted: 0,
      updated: 1,
      duplicate: 1,
      refused: 0,
    })
  })

  test('is counted as updated by a check, which changes nothing', async () => {
    const { email, id } = await known()
    const found = await importText(`email,city\n${email},Graz\n${unique()},Linz\n`, { check: true })
    expect(found.checked).toEqual({ created: 1, updated: 1, refused: 0 })
    expect((await leadOf(id)).city).toBeNull()
  })
})
