import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { transactAsProcess } from '#server'

import { isListed } from '../../../resources/leads/blackList/isListed.server.ts'
import { loadCandidates } from '../../../resources/sending/engine/plan/candidate.server.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { endedImport } from '../../fixtures/files/imports.ts'
import { partnerOf } from '../../fixtures/sending/partner.ts'
import type { Client } from '../../fixtures/server.ts'
import { upload } from '../../fixtures/files/upload.ts'

let server: TestConsole
let admin: Client
let officer: Client
let source: number

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  officer = await server.as('Privacy officer')
  source = await admin.make('/settings/source', { name: 'Search' })
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

let count = 0
const unique = () => `p${(count += 1)}@example.com`
const number = () => `+44740050${1000 + (count += 1)}`
const list = (values: object) =>
  officer.make('/lead/black_list', { type: 'email', reason: 'Asked for it', ...values })
const made = (values: object = {}) => admin.make('/lead', { source, email: unique(), ...values })
const seen = async (id: number) => (await admin.get(`/lead/${id}`)).body.data
const run = async (statement: ReturnType<typeof sql<any>>) =>
  (await statement.execute(server.backend.database.sql)).rows

/** A file of leads, or of changes of them. */
async function imported(text: string, more: object = {}) {
  const upload_id = await upload(server.app, admin, text, { purpose: 'import:leads' })
  const mapping = text.split('\n')[0]?.split(',')
  const { body } = await admin.post('/lead/import', { upload_id, mapping, ...more })
  return endedImport(server, admin, `/lead/import/${body.data.id}`, ({ job_id }) => job_id)
}

describe('B13: a person is matched by other contacts', () => {
  const listed = { email: unique(), phone: number() }
  beforeAll(async () => {
    await list({ value: listed.email })
    await list({ type: 'phone', value: listed.phone })
  })

  test.each(['email', 'phone'] as const)('by the other %s, at every door', async (name) => {
    const other = { [`alt_${name}`]: listed[name] }
    const typed = await admin.post('/lead', { source, email: unique(), ...other })
    expect(typed.body.code).toBe('black_list')
    const text = `email,alt_${name}\n${unique()},${listed[name]}\n${unique()},`
    const found = await imported(text, { settings: { source } })
    expect(found.reasons).toMatchObject([{ code: 'black_list', count: 1 }])
    const partner = await partnerOf(server, admin)
    const sent = await partner.post('/lead', { email: unique(), ...other })
    expect(sent.body.code).toBe('black_list')
  })

  test.each([
    ['email_domain', 'alternate.example', { alt_email: 'x@alternate.example' }],
    ['phone_prefix', '+447999', { alt_phone: '+447999123456' }],
  ])('also by %s', async (type, value, other) => {
    await list({ type, value })
    const { body } = await admin.post('/lead', { source, email: unique(), ...other })
    expect(body.code).toBe('black_list')
  })

  test('and their leads are blocked, counted, kept from being sent, and set free again', async () => {
    const [alt_email, alt_phone] = [unique(), number()]
    const ids = [await made({ alt_email }), await made({ alt_phone })]
    const asked = { type: 'email', value: alt_email }
    expect((await officer.post('/lead/black_list/count', asked)).body.data.leads).toBe(1)
    const entries = [
      await list({ value: alt_email }),
      await list({ type: 'phone', value: alt_phone }),
    ]
    expect((await Promise.all(ids.map(seen))).map(({ stage }) => stage)).toEqual([
      'blocked',
      'blocked',
    ])
    const check = await officer.post('/lead/black_list/check', { contact: alt_email })
    expect(check.body.data).toMatchObject({ listed: true, leads: 1 })
    await transactAsProcess(server.backend, async (context) => {
      const target = { id: 0, companions: [], required_fields: [] } as never
      const asked = ids.map((lead) => ({ lead, target }))
      const candidates = await loadCandidates(asked, new Date(), context.sql)
      expect(
        await isListed(
          candidates.flatMap((one) => one ?? []),
          {},
          context,
        ),
      ).toEqual(entries)
    })
    for (const entry of entries) {
      await officer.post(`/lead/black_list/${entry}/remove`, { reason: 'A mistake' })
    }
    expect((await Promise.all(ids.map(seen))).map(({ stage }) => stage)).toEqual(['new', 'new'])
  })

  test('the leads of earlier releases, too', async () => {
    const alt_email = unique()
    const id = await made({ alt_email })
    const [{ alt_email_hmac }] = await run(sql`select alt_email_hmac from leads where id = ${id}`)
    await run(sql`update leads set alt_email_hmac = null where id = ${id}`)
    await run(sql`insert into chores values ('fingerprint alternates')`)
    await server.backend.jobs.upkeep()
    expect(await run(sql`select alt_email_hmac from leads where id = ${id}`)).toEqual([
      { alt_email_hmac },
    ])
    expect(await run(sql`select from chores`)).toEqual([])
  })
})

describe('B13: the black list holds for changes of leads', () => {
  test.each(['email', 'phone', 'alt_email', 'alt_phone'])('of %s', async (name) => {
    const value = name.endsWith('phone') ? number() : unique()
    await list({ type: name.replace('alt_', ''), value })
    const id = await made()
    const { status, body } = await admin.put(`/lead/${id}`, { [name]: value, version: 1 })
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'black_list', [name]])
    const found = await imported(`id,${name}\n${id},${value}`, { mode: 'update' })
    expect(JSON.stringify(found.reasons)).toMatch(/black list/)
    expect((await seen(id)).version).toBe(1)
  })

  test('a test lead of a listed person does not become a live one', async () => {
    const email = unique()
    await list({ value: email })
    const id = await made({ email, is_test: true })
    const { body } = await admin.put(`/lead/${id}`, { is_test: false, version: 1 })
    expect(body.code).toBe('black_list')
  })

  test('a deleted lead does not come back, unless it was blocked', async () => {
    const [email, other] = [unique(), unique()]
    const [free, blocked] = [await made({ email }), await made({ email: other })]
    await list({ value: other })
    const { version: gone } = (await admin.delete(`/lead/${free}`)).body.data
    const { version } = (await admin.delete(`/lead/${blocked}`)).body.data
    await list({ value: email })
    const refused = await admin.post(`/lead/${free}/restore`, { version: gone })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The black list forbids this lead',
    ])
    expect((await admin.post(`/lead/${blocked}/restore`, { version })).status).toBe(200)
    expect((await seen(blocked)).stage).toBe('blocked')
  })

  test('a lead does not move to a source that must not have the person', async () => {
    const email = unique()
    const other = await admin.make('/settings/source', { name: `Other ${(count += 1)}` })
    await list({ value: email, scope: 'source', source: other })
    const [listed, free] = [await made({ email }), await made()]
    const values = { source: other }
    const { body } = await admin.post('/lead/bulk/source', { ids: [listed, free], values })
    expect(body.data).toMatchObject({ done: 1, skipped: 1, failures: [{ id: listed }] })
    expect((await seen(listed)).source).toBe(source)
  })

  test('what was let be is edited on in all that the list does not know', async () => {
    const email = unique()
    const id = await made({ email })
    await list({ value: email, block_existing: false })
    const { status } = await admin.put(`/lead/${id}`, { first_name: 'Ada', version: 1 })
    expect(status).toBe(200)
  })
})

test('many people are looked for by an index, however long the list is', async () => {
  const { backend } = server
  await run(sql`
    insert into black_list (type, value, hash, reason)
    select 'email', 'Kept as a fingerprint', md5(n::text), 'Asked for it' from generate_series(1, 20000) n`)
  await run(sql`analyze black_list`)
  const sent: CompiledQuery[] = []
  const recording = backend.database.sql.withPlugin({
    transformQuery({ node, queryId }) {
      sent.push(backend.database.sql.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const people = Array.from({ length: 100 }, () => ({ email_hmac: unique() }))
  await isListed(people, {}, { sql: recording, backend })
  const asked = sent.find(({ sql: text }) => text.includes('where hash'))
  const explained = CompiledQuery.raw(`explain ${asked?.sql}`, [...(asked?.parameters ?? [])])
  const { rows } = await backend.database.sql.executeQuery<{ 'QUERY PLAN': string }>(explained)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('black_list_hash_idx')
})
