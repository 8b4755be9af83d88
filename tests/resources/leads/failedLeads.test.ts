import { readFile } from 'node:fs/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { recount } from '#server'

import { failedLead } from '../../../resources/leads/failedLead/failedLead.ts'
import { lead } from '../../../resources/leads/lead/lead.ts'
import { resources } from '../../../resources/index.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'
import { upload } from '../../fixtures/files/upload.ts'
import { ended } from '../../attacks/cases/office.ts'

let server: TestConsole
let admin: Client
let importer: Client
let source: number
let closed: number

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  importer = await server.as('Importer')
  source = await admin.make('/settings/source', { name: 'Search' })
  closed = await admin.make('/settings/source', { name: 'Closed', is_active: false })
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

async function importText(text: string, settings: object = { source }, client = importer) {
  const options = { name: 'leads.csv', purpose: 'import:leads' }
  const upload_id = await upload(server.app, client, text, options)
  const { data } = (await client.post('/lead/import/preview', { upload_id })).body
  const { body } = await client.post('/lead/import', { upload_id, mapping: data.guess, settings })
  for (;;) {
    const job = (await client.get(`/profile/job/${body.data.job_id}`)).body.data
    if (job.finished_at) return body.data.id as number
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const failed = async (query: string, client = admin) =>
  (await client.get(`/failed/lead/search?sort=id&${query}`)).body.data

describe('a refused row of a file', () => {
  test('becomes a failed lead in the words of the file, with its reason', async () => {
    const known = await admin.make('/lead', { source, email: 'known@example.com' })
    const text = [
      'Vorname,E-mail,First name,Phone,Date of birth',
      'x,nobody,Ann,+44 7400 123456,',
      'y,known@example.com,Ben,,',
      'z,cyd@example.com,Cyd,,31.31.2000',
      ',fine@example.com,Dee,,',
    ].join('\n')
    const id = await importText(text)
    const all = await failed(`import=${id}`)
    expect(all).toMatchObject([
      {
        origin: 'import',
        source,
        user: importer.id,
        row_number: 2,
        first_name: 'Ann',
        email: 'n•••••@•••',
        phone: '+•••••',
        reason_code: 'bad_email',
        stage: 'open',
      },
      { row_number: 3, email: 'k•••••@e•••.com', reason_code: 'duplicate', matched_lead: known },
      { row_number: 4, reason_code: 'bad_date' },
    ])
    expect(all[1].reason).toBe('E-mail: same as in a record that is there already')
    const [first, second] = await failed(`import=${id}`, admin.speaking('ar'))
    expect(second.reason).toBe('البريد الإلكتروني: مطابق لما في سجل موجود')
    expect(first.reason).not.toMatch(/Enter|E-mail/)
    const { body } = await admin.get(`/failed/lead/${all[0].id}`)
    expect(body.data).toMatchObject({ payload: '•••', settings: '•••' })
    expect(await admin.reveal(`/failed/lead/${all[0].id}`)).toMatchObject({
      email: 'nobody',
      payload: {
        Vorname: 'x',
        'E-mail': 'nobody',
        'First name': 'Ann',
        Phone: '+44 7400 123456',
      },
      settings: { source },
    })
  })

  test('tells no contact, nor whose it is, to those who see contacts masked', async () => {
    const [, second] = await failed('', importer)
    const { body } = await importer.get(`/failed/lead/${second.id}`)
    const text = JSON.stringify(body)
    expect(text).not.toContain('known@example.com')
    expect(body.data).not.toHaveProperty('matched_lead')
    expect(body.data).not.toHaveProperty('payload')
    expect(body.data).not.toHaveProperty('settings')
    expect(body.data).not.toHaveProperty('purchase_site')
  })

  test('leaves no card number behind', async () => {
    const id = await importText('E-mail,Comment\ncard@example.com,4111 1111 1111 1111\n')
    const [one] = await failed(`import=${id}`)
    expect(one.reason_code).toBe('card_number_found')
    const { rows } = await sql`
      select from failed_leads where to_jsonb(failed_leads)::text like '%4111 1111%'`.execute(
      server.backend.database.sql,
    )
    expect(rows).toEqual([])
  })
})

test('the list has one column for the name of a person, as that of leads has', () => {
  expect(failedLead).toMatchObject({ titleColumn: lead.titleColumn })
  expect(failedLead.list).toContain('first_name')
  expect(failedLead.list).not.toContain('last_name')
})

test('rows that were refused before there were failed leads become some, and those lost count', async () => {
  const { sql: database } = server.backend.database
  const first = await failed('')
  const { rows } = await sql<{ id: number }>`
    update imports set refused = refused + 2 where id = ${first[0].import} returning id`.execute(
    database,
  )
  await sql`delete from failed_leads`.execute(database)
  const text = await readFile('resources/migrations/0011_failed_leads.sql', 'utf8')
  await sql.raw(text.slice(text.indexOf('with known as'))).execute(database)
  const again = await failed('')
  const others = { labels: {}, matched_lead: null, contact_keys: null }
  const times = { id: 0, created_at: '', updated_at: '', ...others }
  const rowsOf = (all: { row_number: number; import: number }[]) =>
    all
      .filter((one) => one.row_number)
      .toSorted((one, other) => one.import - other.import || one.row_number - other.row_number)
      .map((one) => ({ ...one, ...times }))
  expect(rowsOf(again)).toEqual(rowsOf(first))
  expect(again.filter(({ reason }: { reason: string }) => reason === 'Not kept')).toHaveLength(2)
  await sql`update imports set refused = refused - 2 where id = ${rows[0]?.id}`.execute(database)
  await sql`delete from failed_leads where reason = 'Not kept'`.execute(database)
})

describe('a lead that is typed', () => {
  test('is kept when the business refuses it, once, and loses nothing', async () => {
    const typed = { source: closed, email: 'typed@example.com', comment: 'Called twice' }
    for (const _ of [1, 2]) {
      const { status, body } = await importer.post('/lead', typed)
      expect([status, body.code]).toEqual([422, 'source_closed'])
      expect(body.errors.source).toEqual(['This source takes no new leads'])
    }
    expect(await failed(`source=${closed}`)).toMatchObject([
      { origin: 'manual', user: importer.id, reason_code: 'source_closed', row_number: null },
    ])
  })

  test('says to nobody which lead has the same contact, but in the field for those who may know', async () => {
    const own = await admin.make('/settings/source', { name: 'Twice' })
    const lead = { source: own, email: 'same@example.com' }
    const match = await admin.make('/lead', lead)
    const { body } = await admin.post('/lead', { ...lead, first_name: 'Ann' })
    expect(body.errors.email).toEqual([`There is a lead with it already: #${match}`])
    expect(await failed(`source=${own}`)).toMatchObject([
      { reason: 'There is a lead with it already', matched_lead: match },
    ])
  })

  test('is not kept for a wrong format, which stands under its field', async () => {
    const before = (await failed('')).length
    expect((await importer.post('/lead', { source, email: 'nobody' })).status).toBe(422)
    expect(await failed('')).toHaveLength(before)
  })
})

describe('failed leads are counted', () => {
  const sums = async () => {
    const { rows } = await sql<{ value: number }>`
      select sum(value)::int as value from statistics where name = 'failed_leads'`.execute(
      server.backend.database.sql,
    )
    return rows[0]?.value
  }

  test('by their records, and so by a recount', async () => {
    const { total } = (await admin.get('/failed/lead/search')).body.meta
    expect(await sums()).toBe(total)
    const { sql: database } = server.backend.database
    await database.transaction().execute((transaction) => recount(resources, transaction))
    expect(await sums()).toBe(total)
  })

  test('for good: after ninety days only the count is left', async () => {
    const { sql: database } = server.backend.database
    const [first] = await failed('')
    await sql`update failed_leads set created_at = now() - interval '91 days'
      where id = ${first.id}`.execute(database)
    const { total } = (await admin.get('/failed/lead/search')).body.meta
    await server.backend.jobs.upkeep()
    const { body } = await admin.get(`/failed/lead/${first.id}`)
    expect(body.data).toMatchObject({
      first_name: null,
      email: null,
      payload: null,
      settings: null,
      stage: 'discarded',
      reason_code: first.reason_code,
    })
    expect((await admin.get('/failed/lead/search')).body.meta.total).toBe(total)
  })
})

test('a failed lead is discarded, not deleted', async () => {
  const [one] = await failed('stage=open')
  const path = `/failed/lead/${one.id}`
  const viewer = await server.user(['failed.lead.view'])
  expect((await viewer.post(`${path}/discard`)).status).toBe(403)
  expect((await viewer.delete(path)).status).toBe(403)
  expect((await importer.delete(path)).status).toBe(200)
  expect((await admin.get(path)).body.data.stage).toBe('discarded')
  expect((await importer.post(`${path}/discard`)).status).toBe(409)
  expect((await admin.delete(path)).status).toBe(409)
  const { id: other } = (await failed('stage=open'))[0]
  const many = await importer.post('/failed/lead/bulk/discard', { ids: [one.id, other] })
  expect(many.body).toMatchObject({
    message: '1 done, 1 skipped.',
    data: { done: 1, skipped: 1 },
  })
  expect((await admin.get(`/failed/lead/${other}`)).body.data.stage).toBe('discarded')
})

describe('a failed lead is tried again', () => {
  const broken = async (text: string, settings: object = { source }) => {
    const id = await importText(text, settings)
    return (await failed(`import=${id}`))[0]
  }
  const now = async (id: number) => (await admin.get(`/failed/lead/${id}`)).body.data

  test('by being mended: it becomes a lead, and says which', async () => {
    const one = await broken('E-mail,First name,Date of birth\nmend@@example.com,Mia,1990-05-06\n')
    const edit = (email: string) => importer.put(`/failed/lead/${one.id}`, { email })
    const mended = await edit('mend@example.com')
    expect([mended.status, mended.body.message, mended.body.meta]).toEqual([
      200,
      'Failed lead successfully updated',
      undefined,
    ])
    const fixed = await now(one.id)
    expect(fixed).toMatchObject({ stage: 'fixed', lead: expect.any(Number) })
    const made = (await admin.get(`/lead/${fixed.lead}`)).body.data
    expect(made).toMatchObject({ first_name: 'Mia', source, import: one.import })
    expect((await edit('other@example.com')).status).toBe(409)
    // So neither the form nor the way back is offered.
    expect([failedLead.closed?.when(fixed), failedLead.closed?.when(one)]).toEqual([true, false])
  })

  test('and says which lead it became, and that the country of its phone holds where its own is unknown', async () => {
    const full = await admin.make('/settings/source', { name: 'Full', daily_cap: 1 })
    const text = 'Phone,Country\n+4915112345671,DE\n+4915112345672,Atlantis\n'
    const one = await broken(text, { source: full })
    await admin.put(`/settings/source/${full}`, { daily_cap: 2 })
    const { body } = await importer.post(`/failed/lead/${one.id}/retry`)
    const { lead } = await now(one.id)
    expect(body.data).toEqual({
      lead,
      remark: 'Country: is not known; the country of the phone number holds, or else the default',
    })
  })

  test('and says in the language of its reader what is wrong again', async () => {
    const one = await broken('E-mail,Phone\nstill@@example.com,12\n')
    expect((await importer.post(`/failed/lead/${one.id}/retry`)).status).toBe(422)
    const told = (await admin.speaking('ar').get(`/failed/lead/${one.id}`)).body.data.reason
    expect(told).not.toMatch(/[a-z]{2} [a-z]/)
  })

  test('and says what is against it now, when it is refused again', async () => {
    const known = await admin.make('/lead', { source, email: 'there@example.com' })
    const one = await broken('E-mail\nthere.example.com\n')
    const edit = (values: object) => importer.put(`/failed/lead/${one.id}`, values)
    const { status, body } = await edit({ email: 'there@example.com' })
    expect([status, body.message, body.meta]).toEqual([
      200,
      'It is changed, and refused still: There is a lead with it already',
      { is_warning: true },
    ])
    expect(await now(one.id)).toMatchObject({
      stage: 'open',
      reason_code: 'duplicate',
      reason: 'There is a lead with it already',
      matched_lead: known,
    })
    const again = await admin.post(`/failed/lead/${one.id}/retry`)
    expect([again.status, again.body.data]).toEqual([
      422,
      { match: { resource: 'leads', id: known } },
    ])
    // Many are told it like one.
    const { body: many } = await importer.post('/failed/lead/bulk/update', {
      ids: [one.id],
      values: { first_name: 'Ida' },
    })
    expect(many.data).toMatchObject({
      done: 1,
      warnings: [
        {
          id: one.id,
          warning: 'It is changed, and refused still: There is a lead with it already',
        },
      ],
    })
  })

  test('H2: and counts the contacts that are given, while nothing tells whether a lead has them', async () => {
    const known = { email: 'held@example.com', phone: '+447400555000' }
    await admin.make('/lead', { source, ...known })
    const other = await server.as('Importer')
    const shut = await admin.make('/settings/source', { name: 'Shut' })
    const one = await broken('E-mail,First name\nshut.example.com,Mia\n', { source: shut })
    await admin.put(`/settings/source/${shut}`, { is_active: false })
    const edit = (values: object) => other.put(`/failed/lead/${one.id}`, values)
    const told = async (values: object) => {
      const { status, body } = await edit(values)
      return [status, body.data?.reason_code, body.data?.reason]
    }
    const closedNow = [200, 'source_closed', 'This source takes no new leads']
    expect(await told(known)).toEqual(closedNow)
    expect(await told({ email: 'free@example.com', phone: '+447400555001' })).toEqual(closedNow)
    expect((await other.post(`/failed/lead/${one.id}/retry`)).body).toMatchObject({
      message: 'This source takes no new leads',
      errors: { source: ['This source takes no new leads'] },
    })
    const { sql: database } = server.backend.database
    const compared = async () => {
      const { rows } = await sql<{ resource: string; field: string }>`
        select resource, detail ->> 'field' as field from audit_log
        where user_id = ${other.id} and action = 'masked_search' order by id`.execute(database)
      return rows.map(({ resource, field }) => `${resource}.${field}`)
    }
    const both = ['failed_leads.email', 'failed_leads.phone']
    expect((await compared()).toSorted()).toEqual([...both, ...both].toSorted())
    await sql`
      insert into disclosures (user_id, counts)
      select ${other.id}, true from generate_series(1, 56)`.execute(database)
    for (const email of ['held@example.org', 'none@example.org']) {
      expect((await edit({ email, phone: null })).status).toBe(429)
    }
    // Which is as it was changes nothing, and that tells too.
    expect((await edit({ email: 'free@example.com' })).status).toBe(200)
    await admin.put(`/settings/source/${shut}`, { is_active: true })
    expect((await edit({ email: 'new@example.org', phone: null })).status).toBe(429)
    await sql`delete from disclosures where user_id = ${other.id}`.execute(database)
    expect((await edit({ email: 'new@example.org', phone: null })).status).toBe(200)
    expect((await now(one.id)).stage).toBe('fixed')
  })

  test.each([
    ['by itself', (id: number) => importer.post(`/failed/lead/${id}/retry`)],
    ['among many', (id: number) => importer.post('/failed/lead/bulk/retry', { ids: [id] })],
  ])(
    '%s as it is, and keeps what is against it now when it is refused anew',
    async (way, retry) => {
      const own = await admin.make('/settings/source', { name: `Anew ${way}`, daily_cap: 1 })
      const email = `anew.${way.replace(' ', '.')}@example.com`
      const id = await importText(`E-mail\nfirst.${email}\n${email}\n`, { source: own })
      const [one] = await failed(`import=${id}`)
      expect(one.reason_code).toBe('source_cap')
      const known = await admin.make('/lead', { source, email })
      await admin.put(`/settings/source/${own}`, { daily_cap: null })
      for (const _ of [1, 2]) await retry(one.id)
      expect(await now(one.id)).toMatchObject({
        stage: 'open',
        reason_code: 'duplicate',
        reason: expect.stringContaining('There is a lead with it already'),
        matched_lead: known,
      })
      const { data } = (await admin.get(`/failed/lead/${one.id}/timeline`)).body
      expect(data).toMatchObject([
        {
          action: 'update',
          user: { id: importer.id },
          changes: expect.arrayContaining([
            { field: 'reason_code', before: 'source_cap', after: 'duplicate' },
          ]),
        },
      ])
    },
  )

  test.each([
    ['missing_contact', 'First name\nNobody\n'],
    ['bad_date', 'E-mail,Date of birth\nunborn@example.com,2090-01-01\n'],
    ['bad_phone', 'Phone\n+44 7400 12\n'],
  ])('with %s still against it, and keeps that reason', async (code, text) => {
    const one = await broken(text)
    expect(one.reason_code).toBe(code)
    expect((await importer.post(`/failed/lead/${one.id}/retry`)).status).toBe(422)
    expect((await now(one.id)).reason_code).toBe(code)
  })

  test('with another default country, in the words of its file', async () => {
    const text = 'Phone,Date of birth\n07400 321321,02.03.1991\n'
    const options = { name: 'leads.csv', purpose: 'import:leads' }
    const upload_id = await upload(server.app, importer, text, options)
    const { body } = await importer.post('/lead/import', {
      upload_id,
      mapping: ['phone', 'date_of_birth'],
      settings: { source },
      date_order: 'dmy',
    })
    for (;;) {
      const job = (await importer.get(`/profile/job/${body.data.job_id}`)).body.data
      if (job.finished_at) break
    }
    const [one] = await failed(`import=${body.data.id}`)
    expect(one.reason_code).toBe('bad_phone')
    const country = (await admin.get('/settings/country/search?iso_3166_2=GB')).body.data[0].id
    const path = '/failed/lead/bulk/retry_in_country'
    const { status } = await importer.post(path, {
      filter: { import: body.data.id },
      expected_count: 1,
      values: { country },
    })
    expect(status).toBe(200)
    const { lead } = await now(one.id)
    expect(await admin.reveal(`/lead/${lead}`)).toMatchObject({
      phone: '+447400321321',
      date_of_birth: '1991-03-02',
    })
  })

  test('as a duplicate that is accepted as new, with its permission', async () => {
    await admin.make('/lead', { source, email: 'twice@example.com' })
    const one = await broken('E-mail,First name\ntwice@example.com,Tim\n')
    const path = `/failed/lead/${one.id}/accept`
    const other = await server.user(['failed.lead.view', 'failed.lead.update', 'lead.create'])
    expect((await other.post(path)).status).toBe(403)
    expect((await importer.post(path)).status).toBe(200)
    const { lead, stage } = await now(one.id)
    expect(stage).toBe('fixed')
    expect((await admin.get(`/lead/${lead}`)).body.data).toMatchObject({
      first_name: 'Tim',
      is_duplicate: true,
    })
    const listed = await broken('E-mail\ntwice@example.com\n')
    const entry = { type: 'email', value: 'twice@example.com', reason: 'Asked for it' }
    await admin.make('/lead/black_list', entry)
    expect((await importer.post(`/failed/lead/${listed.id}/accept`)).body.code).toBe('black_list')
    const format = await broken('E-mail\nno-mail\n')
    expect((await importer.post(`/failed/lead/${format.id}/accept`)).status).toBe(409)
  })

  test('many at once, each for itself', async () => {
    const text = 'E-mail\nbulk1@example.com\nbulk2@example.com\n'
    const late = await admin.make('/settings/source', { name: 'Late', daily_cap: 1 })
    const id = await importText(`${text}bulk3@example.com\n`, { source: late })
    const all = await failed(`import=${id}`)
    expect(all).toHaveLength(2)
    await admin.put(`/settings/source/${late}`, { daily_cap: 2 })
    const ids = all.map((one: { id: number }) => one.id)
    const { body } = await importer.post('/failed/lead/bulk/retry', { ids, values: {} })
    expect(body.data).toMatchObject({ done: 1, skipped: 1 })
    expect((await failed(`import=${id}&stage=open`)).length).toBe(1)
  })
})

test('of an import that is undone are discarded, but for what has become leads', async () => {
  const text = 'E-mail,First name\ntaken.in@example.com,Ann\nnone,Ben\nmends,Cyd\n'
  const id = await importText(text)
  const [, mended] = await failed(`import=${id}`)
  await importer.put(`/failed/lead/${mended.id}`, { email: 'mended.by.hand@example.com' })
  const { job_id } = (await importer.post(`/lead/import/${id}/undo`)).body.data
  const job = await ended(server, job_id)
  expect(job).toMatchObject({ state: 'finished', total: 1, processed: 1, failed: 0 })
  expect(await failed(`import=${id}`)).toMatchObject([
    { first_name: 'Ben', stage: 'discarded' },
    { first_name: 'Cyd', stage: 'fixed', lead: expect.any(Number) },
  ])
})

test('31: failed leads need their permission', async () => {
  const other = await server.user(['lead.view', 'lead.import'])
  expect((await other.get('/failed/lead/search')).status).toBe(403)
  expect((await other.get('/failed/lead/1')).status).toBe(403)
})

test('what is settled says so, whatever is tried with it', async () => {
  await admin.make('/lead', { source, email: 'settled@example.com' })
  const id = await importText('E-mail\nsettled@example.com\n')
  const [one] = await failed(`import=${id}`)
  expect((await admin.post(`/failed/lead/${one.id}/accept`, {})).status).toBe(200)
  for (const action of ['accept', 'retry']) {
    const { status, body } = await admin.post(`/failed/lead/${one.id}/${action}`, {})
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'This is settled already',
    })
  }
})
