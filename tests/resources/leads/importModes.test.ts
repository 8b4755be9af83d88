import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { ImportFound } from '#contract'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { endedImport } from '../../fixtures/files/imports.ts'
import { upload } from '../../fixtures/files/upload.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let admin: Client
let source: number
let department: number
const statuses: Record<string, number> = {}
const tags: Record<string, number> = {}
const path = '/lead/import'

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  for (const { id, name } of (await admin.get('/settings/status/all')).body.data)
    statuses[name] = id
  for (const name of ['Fair', 'Old', 'Ours'])
    tags[name] = (await admin.post('/settings/tag', { name })).body.data.id
  source = (await admin.post('/settings/source', { name: 'Fairs' })).body.data.id
  const broker = (await admin.post('/broker', { name: 'Broker' })).body.data.id
  const desk = { branch_name: 'Desk', broker_id: broker }
  department = (await admin.post('/broker/department', desk)).body.data.id
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

const made = async (values: object): Promise<number> => {
  const { status, body } = await admin.post('/lead', { source, ...values })
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data.id
}

const read = async (id: number) => (await admin.get(`/lead/${id}`)).body.data

/** Imports lines whose first names the fields; answers what the check said, and what came of it. */
async function imported(
  lines: readonly string[],
  order: object,
  client = admin,
): Promise<{ check: ImportFound; done: ImportFound }> {
  const upload_id = await upload(server.app, client, lines.join('\n'), { purpose: 'import:leads' })
  const mapping = lines[0]?.split(',')
  const { status, body } = await client.post(path, { upload_id, mapping, ...order, check: true })
  expect([status, body.errors]).toEqual([202, undefined])
  const at = `${path}/${body.data.id}`
  const check = await endedImport(server, client, at, ({ job_id }) => job_id)
  await client.post(`${at}/start`)
  return { check, done: await endedImport(server, client, at, ({ job_id }) => job_id) }
}

async function undoJob({ id }: ImportFound, client = admin): Promise<number | null> {
  expect((await client.post(`${path}/${id}/undo`)).status).toBe(202)
  const found = await endedImport(server, client, `${path}/${id}`, ({ undo_job }) => undo_job)
  return found.undo_job
}

const undo = async (done: ImportFound): Promise<string> =>
  String((await admin.get(`/profile/job/${await undoJob(done)}/download/error`)).body)

describe('10.1: every row of a file is counted once, in its check as in its import', () => {
  test.each([
    ['new', 'usual'],
    ['new', 'refuse'],
    ['new', 'mark'],
    ['fill', 'usual'],
    ['update', 'usual'],
    ['outcomes', 'usual'],
  ] as const)('%s, duplicates %s', async (mode, duplicates) => {
    const own = `${mode}.${duplicates}`
    const at = (name: string) => `${name}.${own}@example.com`
    const there = await made({ email: at('there'), first_name: 'There' })
    const other = await made({ email: at('other') })
    await admin.post('/lead/black_list', {
      type: 'email',
      value: at('listed'),
      reason: 'Asked',
      scope: 'all',
    })
    const rows = [
      [at('fresh'), 'Fresh', 'Fair'],
      [at('fresh'), 'Again', 'Fair'],
      [at('there'), 'Known', 'Old'],
      [at('listed'), 'Listed', ''],
      ['no-address', 'Wrong', ''],
      ['', 'Nobody', ''],
      [at('other'), '', 'Nowhere'],
      [at('there'), 'Twice', ''],
    ]
    const files = {
      new: ['email,first_name,tags', ...rows.map((one) => one.join(','))],
      fill: ['email,first_name,tags', ...rows.map((one) => one.join(','))],
      update: [
        'id,email,first_name,tags',
        ...rows.map((one, n) => [[there, other][n] ?? '999999999', ...one].join(',')),
        `${there},${at('there')},Thrice,`,
      ],
      outcomes: [
        'email,status',
        ...rows.map(([email], n) => `${email},${n % 3 === 0 ? '' : 'Interested'}`),
      ],
    }
    const settings = mode === 'outcomes' ? { department } : mode === 'update' ? {} : { source }
    const { check, done } = await imported(files[mode], { mode, duplicates, settings })
    const counts = ({ created, updated, refused }: ImportFound) => ({ created, updated, refused })
    expect(check.checked).toEqual(counts(done))
    expect(check.reasons).toEqual(done.reasons)
    expect(done.total).toBe(files[mode].length - 1)
    expect(done.created + done.updated + done.refused).toBe(done.total)
  })
})

test('masked contacts of an export leave what stands there alone, and the result says so', async () => {
  const contacts = {
    email: 'whole@example.com',
    phone: '+447400900555',
    alt_email: 'own@example.com',
  }
  const born = { date_of_birth: '1980-05-04' }
  const id = await made({ ...contacts, ...born, first_name: 'Before' })
  const masked = 'w•••••@e•••.com,+44•••••••555,o•••••@e•••.com,•• (46)'
  const lines = ['id,email,phone,alt_email,date_of_birth,first_name', `${id},${masked},After`]
  const { check, done } = await imported(lines, { mode: 'update', settings: {} })
  for (const one of [check, done]) {
    expect(one.remarks.map(({ count, message }) => [count, message])).toEqual([
      [1, 'E-mail: is masked and was left as it is'],
      [1, 'Phone: is masked and was left as it is'],
      [1, 'Other e-mail: is masked and was left as it is'],
      [1, 'Date of birth: is masked and was left as it is'],
    ])
  }
  expect(done).toMatchObject({ updated: 1, refused: 0 })
  const { rows } = await sql`
    select email, phone, alt_email, date_of_birth::text, first_name from leads where id = ${id}`.execute(
    server.backend.database.sql,
  )
  expect(rows).toEqual([{ ...contacts, ...born, first_name: 'After' }])
  // A new lead has no value that stands there.
  const fresh = await imported(['email,first_name', 'w•••••@e•••.com,New'], {
    settings: { source },
  })
  expect(fresh.done).toMatchObject({ created: 0, refused: 1 })
})

describe('10.3: undoing an import that changes leads', () => {
  test('gives values, tags and what the rule of a status did back, and names what somebody changed', async () => {
    const rule = { scope: 'all', days_not_available: 3, remove_tags: [tags['Old']] }
    await admin.make('/lead/status/setting', { ...rule, status: statuses['Call back'] })
    // It holds for leads that get their status, and not for those that get it back.
    const later = { status: statuses['New'], scope: 'all', days_not_available: 9 }
    const old = { first_name: 'Before', tags: [tags['Old'], tags['Ours']] }
    const ids = []
    for (const name of ['whole', 'other', 'same'])
      ids.push(await made({ ...old, email: `${name}.undone@example.com` }))
    await admin.make('/lead/status/setting', later)
    const before = await Promise.all(ids.map(read))
    const [whole, other, same] = ids
    const lines = ['id,first_name,tags', ...ids.map((id) => `${id},After,"Fair, Old"`)]
    const settings = { status: statuses['Call back'] }
    const { done } = await imported(lines, { mode: 'update', settings })
    expect(done).toMatchObject({ updated: 3, refused: 0 })
    for (const lead of await Promise.all(ids.map(read))) {
      expect(lead).toMatchObject({ first_name: 'After', status: statuses['Call back'] })
      expect(lead).toMatchObject({ tags: [tags['Fair']], not_available_till: expect.any(String) })
    }
    await admin.put(`/lead/${other}`, { comment: 'Mine', version: 2 })
    await admin.put(`/lead/${same}`, { first_name: 'Mine', version: 2 })
    const skipped = await undo(done)
    expect(skipped).toContain(`"${same}","changed","Changed since the import"`)
    expect(skipped).not.toContain(`"${other}"`)
    const after = await Promise.all(ids.map(read))
    const names = ['first_name', 'tags', 'status', 'not_available_till', 'status_changed_at']
    for (const name of names) {
      const valueOf = (lead: Record<string, unknown>) => lead[name]
      expect(after.map(valueOf).slice(0, 2)).toEqual(before.map(valueOf).slice(0, 2))
    }
    expect(after[1]).toMatchObject({ id: other, comment: 'Mine' })
    expect(after[2]).toMatchObject({ first_name: 'Mine', tags: [tags['Fair']] })
    expect(after[0].id).toBe(whole)
  })

  test('takes the entries off the black list that it brought, and no others', async () => {
    const status = statuses['Wrong person']
    await admin.make('/lead/status/setting', { scope: 'all', status, add_to_black_list: true })
    const email = (name: string) => `${name}.listed@example.com`
    const entry = async (name: string): Promise<number | null> =>
      (await admin.post('/lead/black_list/check', { contact: email(name) })).body.data.entry
    const known = await made({ email: email('known') })
    await admin.post(`/lead/${known}/status`, { status })
    const changed = await made({ email: email('changed') })
    const other = await made({ email: email('other'), alt_email: email('first') })
    const stages = async () => [(await read(other)).stage, (await read(changed)).stage]
    const settings = { source, status }
    const lines = ['email', ...['first', 'commented', 'reworded'].map(email)]
    const fresh = (await imported(lines, { settings, duplicates: 'mark' })).done
    const update = { mode: 'update', settings: { status } }
    const moved = (await imported(['id,first_name', `${changed},Who`], update)).done
    expect([fresh.created, moved.updated]).toEqual([3, 1])
    for (const name of ['first', 'commented', 'reworded', 'known', 'changed'])
      expect(await entry(name), name).not.toBeNull()
    expect(await stages()).toEqual(['blocked', 'blocked'])

    const [lead] = (await admin.get(`/lead/search?email=${email('commented')}`)).body.data
    await admin.post(`/lead/${lead.id}/comment`, { text: 'Called' })
    const reworded = await entry('reworded')
    await admin.put(`/lead/black_list/${reworded}`, { reason: 'Wrote to us', version: 1 })
    const { body } = await admin.get(`/profile/job/${await undoJob(fresh)}`)
    const reason = 'Entry of the black list taken off, as the import had brought it'
    expect(body.data.result).toMatchObject({ warnings: [{ reason, count: 1 }] })
    expect(await entry('first')).toBeNull()
    expect(await entry('changed')).not.toBeNull()
    await undo(moved)
    expect(await entry('changed')).toBeNull()
    for (const name of ['commented', 'reworded', 'known'])
      expect(await entry(name), name).not.toBeNull()
    expect(await stages()).toEqual(['new', 'new'])
  })

  test('takes them off for each lead that is taken back, also where the undo is cancelled halfway', async () => {
    const names = Array.from({ length: 1_000 }, (_, n) => `halfway${n}@example.com`)
    const settings = { source, status: statuses['Wrong person'] }
    const { done } = await imported(['email', ...names], { settings })
    expect(done.created).toBe(1_000)
    // Of the leads that are taken back, and of those that stay.
    const listed = async () => {
      const { rows } = await sql<{ gone: boolean; entries: number }>`
        select l.deleted_at is not null as gone, count(*) as entries from leads l
        join black_list b on b.hash = l.email_hmac and b.deleted_at is null
        where l.import = ${done.id} group by 1`.execute(server.backend.database.sql)
      return rows
    }
    expect(await listed()).toEqual([{ gone: false, entries: 1_000 }])
    const { body } = await admin.post(`/lead/import/${done.id}/undo`)
    const undone = async () => (await admin.get(`/lead/import/${done.id}`)).body.data.undone
    await expect.poll(undone, { interval: 5, timeout: 45_000 }).toBeGreaterThan(0)
    await admin.post(`/profile/job/${body.data.job_id}/cancel`)
    const state = async () => (await admin.get(`/profile/job/${body.data.job_id}`)).body.data.state
    await expect.poll(state, { timeout: 45_000 }).toBe('cancelled')
    const stay = 1_000 - (await undone())
    expect(await listed()).toEqual(stay > 0 ? [{ gone: false, entries: stay }] : [])
  })
})
