import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { guessMapping, labelOf, type Field } from '#schema'
import { recount } from '#server'

import { business } from '../../../resources/index.server.ts'
import { lead } from '../../../resources/leads/lead/lead.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'
import { userWith } from '../../fixtures/user.ts'
import { upload } from '../../fixtures/files/upload.ts'
import { othersWait } from '../../fixtures/work/waiting.ts'

let server: TestConsole
let admin: Client
let importer: Client
let source: number
let closed: number
const statuses: Record<string, number> = {}

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  importer = await server.as('Importer')
  for (const { id, name } of (await admin.get('/settings/status/all')).body.data)
    statuses[name] = id
  const country = (await admin.get('/settings/country/search?iso_3166_2=GB')).body.data[0].id
  const values = {
    name: 'Search',
    default_country: country,
    default_status: statuses['Interested'],
  }
  source = (await admin.post('/settings/source', values)).body.data.id
  closed = (await admin.post('/settings/source', { name: 'Closed', is_active: false })).body.data.id
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

test('a file of leads tells each contact once, and no fingerprint of it', async () => {
  const of = (columns: string[]) => admin.post('/lead/export', { columns })
  for (const name of ['email_key', 'phone_key', 'email_hmac', 'alt_phone_hmac']) {
    expect((await of([name])).body.message, name).toMatch(name)
  }
  const inFiles = Object.entries<Field>(lead.fields).filter(([, one]) => !one.options.outOfFiles)
  const heads = inFiles.map(([name, one]) => labelOf(name, one))
  expect(heads.filter((head, at) => heads.indexOf(head) !== at)).toEqual([])
})

async function ended(client: Client, id: number) {
  for (let tries = 0; tries < 700; tries += 1) {
    const { data } = (await client.get(`/profile/job/${id}`)).body
    if (data.finished_at ?? data.cancelled_at) return data
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`job ${id} does not end`)
}

/** Imports a text; the first line names the fields. */
async function order(text: string, settings: object, client = importer) {
  const upload_id = await upload(server.app, client, text, {
    name: 'leads.csv',
    purpose: 'import:leads',
  })
  const { data } = (await client.post('/lead/import/preview', { upload_id })).body
  return client.post('/lead/import', { upload_id, mapping: data.guess, settings })
}

const found = async (email: string) =>
  (await admin.get(`/lead/search?email=${encodeURIComponent(email)}`)).body.data[0]

test('a file has the headings of the language of whoever asks, and is understood again in any', async () => {
  await importer.post('/lead', { source, email: 'heads@example.com', first_name: 'Heads' })
  const columns = ['id', 'first_name', 'email', 'phone', 'country', 'created_at']
  const headsOf = async (client: Client) => {
    const { job_id } = (await client.post('/lead/export', { columns })).body.data
    const { result_file } = await ended(client, job_id)
    const { rows } = await sql<{ name: string }>`
      select name from files where id = ${result_file}`.execute(server.backend.database.sql)
    called.push(rows[0]?.name.replace(/ [-\d]+\.csv$/, ''))
    const { body } = await client.get(`/profile/job/${job_id}/download/result`)
    return String(body)
  }
  const called: unknown[] = []
  const text = await headsOf(admin.speaking('ar'))
  const texts = (await admin.get('/localizations/ar')).body
  const names = ['first_name', 'email', 'phone', 'country'].map(
    (name) => texts[`resources.leads.fields.${name}`],
  )
  const heads = [texts['console.fields.id'], ...names, texts['console.fields.created_at']]
  expect(text.split('\n')[0]).toBe(heads.map((head) => `"${head}"`).join(','))
  expect((await headsOf(admin)).split('\n')[0]).toBe(
    '"ID","First name","E-mail","Phone","Country","Created"',
  )
  expect(called).toEqual([texts['resources.leads.name'], 'Leads'])
  const upload_id = await upload(server.app, admin, text, { purpose: 'import:leads' })
  const { data } = (await admin.post('/lead/import/preview', { upload_id })).body
  expect(data.guess).toEqual([null, 'first_name', 'email', 'phone', 'country', null])
  const { columns: known } = (await admin.get('/lead/import/template')).body
  expect(
    guessMapping(lead, userWith('lead.import', 'lead.update'), heads, 'update', [], known)[0],
  ).toBe('id')
})

describe('specification 1, D10: every list can be exported', () => {
  const exported = business.resources.filter(({ operations }) => operations.includes('export'))

  test('but those that belong to one person, hold secrets, or set up', () => {
    const others = business.resources.filter((one) => !exported.includes(one))
    expect(others.map(({ name }) => name)).toEqual([
      'send_attempts',
      'send_days',
      'department_changes',
      'cap_counters',
      'send_paces',
      'send_wakes',
      'kept_postbacks',
      'integration_secrets',
      'integration_logins',
      'integration_versions',
      'retention_rules',
      'jobs',
      'user_sessions',
      'imports',
      'notifications',
      'saved_views',
    ])
  })

  test.each(exported.map((one) => [one.name, one] as const))('%s', async (_name, resource) => {
    const { api, label, access } = resource
    const url = `/${api}/export`
    const seeing = access.list.permissions ?? []
    const others = await server.user(seeing)
    expect((await others.post(url)).status).toBe(403)
    const rights = [...seeing, ...(access.export.permissions ?? []), 'user.profile.job.view']
    const holder = await server.user(rights)
    const search = async () => (await holder.get(`/${api}/search`)).body.meta.total
    const total = await search()
    const { status, body } = await holder.post(url, { delimiter: ';', bom: true })
    expect([status, body.message]).toEqual([202, 'The export has begun.'])
    const job = await ended(holder, body.data.job_id)
    expect(job).toMatchObject({ state: 'finished', failed: 0 })
    // Logs go on meanwhile.
    expect(job.processed).toBeGreaterThanOrEqual(total)
    expect(job.processed).toBeLessThanOrEqual(await search())
    const file = await holder.get(`/profile/job/${body.data.job_id}/download/result`)
    const day = new Date(job.created_at).toISOString().slice(0, 10)
    expect(file.headers['content-disposition']).toContain(`filename="${label} ${day}.csv"`)
    const rows = parse(file.body, { bom: true, delimiter: ';' })
    expect(file.body).toMatch(/^\ufeff"ID";"/)
    expect(rows).toHaveLength(job.processed + 1)
  })
})

test('B16: a file without headers is mapped by what its cells look like', async () => {
  const text = 'Ada,ada@b16.example.com,07400 123456,GB\nBob,bob@b16.example.com,07400 123457,DE\n'
  const options = { name: 'leads.csv', purpose: 'import:leads' }
  const upload_id = await upload(server.app, importer, text, options)
  const order = { upload_id, ignore_first_line: false }
  const { data } = (await importer.post('/lead/import/preview', order)).body
  expect(data.guess).toEqual([null, 'email', 'phone', 'country'])
})

describe('an imported lead', () => {
  test('gets what its source says, who brought it, and its keys', async () => {
    const text =
      'First name,E-mail,Phone\nAda,Ada.Lovelace@gmail.com,07400 123456\nBob,,+49 1512 3456789\n'
    const { status, body } = await order(text, { source })
    expect([status, body.errors]).toEqual([202, undefined])
    expect((await ended(importer, body.data.job_id)).state).toBe('finished')
    const lead = await found('ada.lovelace@gmail.com')
    expect(lead).toMatchObject({
      first_name: 'Ada',
      phone_prefix: '+44',
      status: statuses['Interested'],
      user: importer.id,
      import: body.data.id,
      stage: 'new',
      status_changed_at: expect.any(String),
      labels: { country: { iso_3166_2: 'GB' } },
    })
    expect(await admin.reveal(`/lead/${lead.id}`)).toMatchObject({
      phone: '+447400123456',
      email_key: 'adalovelace@gmail.com',
    })
  })

  test.each([
    ['card_number_found', 'cards@example.com,4111 1111 1111 1111'],
    ['bad_email', 'nobody,'],
    ['missing_contact', ',only words'],
    ['duplicate', 'ada.lovelace+9@googlemail.com,again'],
  ])(
    'H2: is refused with the code %s, naming no lead whose contacts one sees masked',
    async (code, row) => {
      const { body } = await order(`email,comment\n${row}\nfine-${code}@example.com,\n`, { source })
      const job = await ended(importer, body.data.job_id)
      expect([job.state, job.processed, job.failed]).toEqual(['finished_with_errors', 2, 1])
      const report = await importer.get(`/lead/import/${body.data.id}/report`)
      expect(report.body).toContain(code)
      expect(report.body).not.toMatch(/same as in lead/)
      expect(await found(`fine-${code}@example.com`)).toBeDefined()
    },
  )

  test('M9: leaves no card number behind, neither in refused rows nor in its file', async () => {
    const card = '4111.1111.1111.1111'
    const text = `email,comment,4111 1111 1111 1111\nkept@example.com,fine,\ncard@example.com,${card} exp 12/29,\n,no contact,${card}\n`
    const { body } = await order(text, { source })
    expect((await ended(importer, body.data.job_id)).failed).toBe(2)
    const report = await importer.get(`/lead/import/${body.data.id}/report`)
    expect(report.body).toContain('•••• 1111 exp 12/29')
    expect(report.body).not.toContain('4111')
    const { rows } = await sql<{ kept: string }>`
      select concat_ws(' ', i::text, (select string_agg(f::text, ' ') from import_failures f
        where f.import_id = i.id)) as kept
      from imports i where id = ${body.data.id}`.execute(server.backend.database.sql)
    expect(rows[0]?.kept).not.toMatch(/4111[ .]1111/)
    const files = sql`
      select from files where id = (select file::uuid from imports where id = ${body.data.id})`
    expect((await files.execute(server.backend.database.sql)).rows).toEqual([])
  })

  test('of a source that is switched off is refused before the work begins', async () => {
    const { status, body } = await order('email\nx@example.com\n', { source: closed })
    expect([status, body.errors]).toEqual([422, { source: ['This source takes no new leads'] }])
  })

  test('is no deposit unless the importer may say so', async () => {
    const settings = { source, status: statuses['Deposit'] }
    const { status, body } = await order('email\ny@example.com\n', settings)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['status']])
    const allowed = await order('email\ny@example.com\n', settings, admin)
    expect(allowed.status).toBe(202)
    await ended(admin, allowed.body.data.job_id)
    expect((await found('y@example.com')).status).toBe(statuses['Deposit'])
  })

  test('has no restricted field from whoever may not set them', async () => {
    const text = 'email,card_digits\nz@example.com,1234\n'
    const upload_id = await upload(server.app, importer, text, {
      name: 'l.csv',
      purpose: 'import:leads',
    })
    const { data } = (await importer.post('/lead/import/preview', { upload_id })).body
    expect(data.guess).toEqual(['email', null])
    const forced = { upload_id, mapping: ['email', 'card_digits'], settings: { source } }
    expect((await importer.post('/lead/import', forced)).status).toBe(422)
  })
})

test('5: a file that changes leads is refused for the reasons of a form', async () => {
  const made = async (email: string) =>
    (await admin.post('/lead', { email, source })).body.data.id as number
  const ids = [await made('change1@example.com'), await made('change2@example.com')]
  await admin.post('/lead/black_list', {
    type: 'email',
    value: 'listed@example.com',
    reason: 'Asked',
    scope: 'all',
  })
  const text = `id,email\n${ids[0]},change2@example.com\n${ids[1]},listed@example.com\n`
  const upload_id = await upload(server.app, admin, text, { purpose: 'import:leads' })
  const mapping = ['id', 'email']
  const { body } = await admin.post('/lead/import', { upload_id, mapping, mode: 'update' })
  await ended(admin, body.data.job_id)
  const { problems, updated } = (await admin.get(`/lead/import/${body.data.id}`)).body.data
  expect([updated, problems.map(({ code }: { code: string }) => code)]).toEqual([
    0,
    ['duplicate', 'black_list'],
  ])
})

test('B4: an import leaves nothing that waits to enter the search index', async () => {
  const { body } = await order('email\nmerged@example.com\n', { source })
  expect((await ended(importer, body.data.job_id)).state).toBe('finished')
  const { rows } = await sql`
    select gin_clean_pending_list('leads_search_idx')::int as pages`.execute(
    server.backend.database.sql,
  )
  expect(rows).toEqual([{ pages: 0 }])
})

describe('F1: beside a running import', () => {
  const isEmbedded = () => server.backend.database.kind === 'embedded'
  const deadlocks = async () => {
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(
      server.backend.database.sql,
    )
    return rows[0]?.deadlocks
  }

  test('a lead is created at once, unless it is one of its rows', async () => {
    if (isEmbedded()) return
    const { database } = server.backend
    await sql`
      create function held() returns trigger language plpgsql as $$
      begin
        if new.last_name = 'Held' then perform pg_advisory_xact_lock(4711); end if;
        return new;
      end $$`.execute(database.sql)
    await sql`
      create trigger held before insert or update on leads for each row execute function held()
    `.execute(database.sql)
    const people = Array.from({ length: 50 }, (_, n) => `held${n}@example.com,Held`)
    const same = await database.sql.transaction().execute(async (gate) => {
      await sql`select pg_advisory_xact_lock(4711)`.execute(gate)
      const { body } = await order(`email,last name\n${people.join('\n')}\n`, { source })
      await othersWait(database, gate)
      expect((await admin.post('/lead', { email: 'beside@example.com', source })).status).toBe(201)
      const same = admin.post('/lead', { email: 'held7@example.com', source })
      await othersWait(database, gate, 2)
      return { answer: same, job: body.data.job_id as number }
    })
    const { body: late } = await same.answer
    expect(late.errors.email[0]).toContain('There is a lead with it already')
    expect(late.code).toBe('duplicate_processing')
    const again = await admin.post('/lead', { email: 'held8@example.com', source })
    expect(again.body.code).toBe('duplicate')
    expect(await ended(importer, same.job)).toMatchObject({ state: 'finished', processed: 50 })
    const waiting = await database.sql.transaction().execute(async (gate) => {
      await sql`select pg_advisory_xact_lock(4711)`.execute(gate)
      const typed = { email: 'typed@example.com', last_name: 'Held', source }
      const first = admin.post('/lead', typed)
      await othersWait(database, gate)
      const rows = 'typed@example.com\nheld9@example.com\n'
      const { body } = await order(`email\n${rows}`, { source })
      await othersWait(database, gate, 2)
      return { first, job: body.data.job_id as number }
    })
    expect((await waiting.first).status).toBe(201)
    await ended(importer, waiting.job)
    const { rows: refused } = await sql`
      select email, reason_code from failed_leads where import = (select max(id) from imports)
      order by row_number`.execute(database.sql)
    expect(refused).toEqual([
      { email: 'typed@example.com', reason_code: 'duplicate_processing' },
      { email: 'held9@example.com', reason_code: 'duplicate' },
    ])
    const { id } = again.body.errors.email[0].match(/(?<id>\d+)/).groups
    const edited = await database.sql.transaction().execute(async (gate) => {
      await sql`select pg_advisory_xact_lock(4711)`.execute(gate)
      const edit = admin.put(`/lead/${id}`, { email: 'other@example.com' })
      await othersWait(database, gate)
      const same = admin.post('/lead', { email: 'other@example.com', source })
      await othersWait(database, gate, 2)
      return { edit, same }
    })
    expect((await edited.edit).status).toBe(200)
    expect((await edited.same).body.code).toBe('duplicate')
    await sql`drop trigger held on leads`.execute(database.sql)
  })

  test('other imports, bulk acts, their undoing and a recount end, and none waits in a circle', async () => {
    const { database } = server.backend
    const count = isEmbedded() ? 150 : 1_500
    const before = await deadlocks()
    const files = Array.from({ length: 3 }, (_, file) =>
      Array.from({ length: count }, (_, n) => {
        // Each file has people of the next one, in the other order.
        const person = file % 2 === 0 ? n : count - n
        return `crowd${person + file * Math.floor(count / 2)}@example.com`
      }),
    )
    const jobs: number[] = []
    for (const emails of files) {
      const { body } = await order(`email\n${emails.join('\n')}\n`, { source })
      jobs.push(body.data.job_id)
    }
    const ids = (await admin.get('/lead/search?per_page=100&sort=id')).body.data.map(
      ({ id }: { id: number }) => id,
    )
    const bulk = (isTest: boolean, order: number[]) =>
      admin.post('/lead/bulk/update', { ids: order, values: { is_test: isTest } })
    for (const isTest of [true, false]) {
      await Promise.all([
        bulk(isTest, ids),
        bulk(isTest, ids.toReversed()),
        database.sql.transaction().execute((transaction) => recount([lead], transaction)),
      ])
    }
    const all = await Promise.all(jobs.map((id) => ended(importer, id)))
    expect(all.map(({ processed }) => processed)).toEqual([count, count, count])
    const { rows } = await sql<{ leads: number; keys: number; tries: number }>`
      select count(*) as leads, count(distinct email_key) as keys,
        (select sum(attempts) from job_chunks where job_id = any(${jobs}::bigint[])) as tries
      from leads where email like 'crowd%'`.execute(database.sql)
    const people = new Set(files.flat()).size
    expect(rows[0]).toEqual({ leads: people, keys: people, tries: 0 })
    expect(await deadlocks()).toBe(before)
  })
})

describe('an exported lead', () => {
  const order = () => ({ filter: { source }, columns: ['email', 'phone', 'source', 'status'] })
  const reason = 'Asked for by the person'

  async function exported(role: string, why = {}) {
    const client = await server.as(role)
    const { status, body } = await client.post('/lead/export', { ...order(), ...why })
    expect(status).toBe(202)
    await ended(client, body.data.job_id)
    const file = await client.get(`/profile/job/${body.data.job_id}/download/result`)
    return parse(String(file.body), { columns: true, bom: true }) as Record<string, string>[]
  }

  test.each(['Analyst', 'Manager'])('has its contact masked for the %s', async (role) => {
    const client = await server.as(role)
    const open = await client.post('/lead/export', { ...order(), reason })
    expect([open.status, open.body.message]).toEqual([
      403,
      'You may have these columns only masked: E-mail, Phone. Leave them out, or export them masked.',
    ])
    const rows = await exported(role)
    expect(rows).toContainEqual({
      'E-mail': 'a•••••@g•••.com',
      Phone: '+44•••••••456',
      Source: 'Search',
      Status: 'Interested',
    })
    expect(JSON.stringify(rows)).not.toContain('lovelace')
  })

  test('has its contact in the clear for the privacy officer', async () => {
    expect(await exported('Privacy officer', { reason })).toContainEqual(
      expect.objectContaining({ 'E-mail': 'ada.lovelace@gmail.com', Phone: '+447400123456' }),
    )
  })

  test('goes to nobody who may not export', async () => {
    const sender = await server.as('Sender')
    expect((await sender.post('/lead/export', {})).status).toBe(403)
  })
})
