import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
let manager: Client
let admin: Client
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  manager = await server.as('Manager')
  for (const [key, path] of Object.entries({
    New: '/settings/status/search?search=New',
    Interested: '/settings/status/search?search=Interested',
    Deposit: '/settings/status/search?search=Deposit',
    DE: '/settings/country/search?iso_3166_2=DE',
    GB: '/settings/country/search?iso_3166_2=GB',
    de: '/settings/language/search?code=de',
  })) {
    ids[key] = (await admin.get(path)).body.data[0].id
  }
  ids['tag'] = await admin.make('/settings/tag', { name: 'VIP' })
  ids['other'] = await admin.make('/settings/tag', { name: 'Evening' })
  ids['source'] = await admin.make('/settings/source', {
    name: 'Search',
    default_country: ids['GB'],
    default_language: ids['de'],
    default_status: ids['Interested'],
    tags: [ids['tag']],
  })
  ids['plain'] = await admin.make('/settings/source', { name: 'Plain' })
  ids['closed'] = await admin.make('/settings/source', { name: 'Closed', is_active: false })
}, 60_000)
afterAll(() => server.close())

test('leads are found by whole phone numbers, also by those who see them masked', async () => {
  const numbers = ['+44 20 7946 0958', '+49 30 901820', '+49 30 901821']
  for (const phone of numbers) await admin.make('/lead', { source: ids['plain'], phone })
  const asked = numbers.slice(0, 2).join(',')
  const phones = async (client: Client, phone: string) =>
    (await client.post('/lead/search', { phone, sort: 'id' })).body.data?.map(
      (one: { phone: string }) => one.phone,
    )
  const looker = await server.user(['lead.view'])
  expect(await phones(admin, asked)).toEqual(['+44•••••••958', '+49•••••••820'])
  expect(await phones(looker, asked)).toBeUndefined()
  expect(await phones(looker, numbers[0]!)).toEqual(['+44•••••••958'])
  expect((await looker.get('/lead/search?phone_contains=90182')).status).toBe(400)
  expect((await admin.get('/lead/search?phone_contains=30%2090182')).body.data).toHaveLength(2)
})

let count = 0
const fresh = (more: object = {}) => {
  count += 1
  return { email: `person${count}@example.com`, source: ids['plain'], ...more }
}

describe('a new lead', () => {
  test('gets what its source says, and who added it', async () => {
    const { status, body } = await manager.post(
      '/lead',
      fresh({ source: ids['source'], tags: [ids['other']] }),
    )
    expect(status).toBe(201)
    expect(body.message).toEqual('Lead successfully created')
    expect(body.data).toMatchObject({
      country: ids['GB'],
      language: ids['de'],
      status: ids['Interested'],
      tags: [ids['tag'], ids['other']],
      user: manager.id,
      stage: 'new',
      sends_count: 0,
      status_changed_at: expect.any(String),
      labels: {
        status: { label: 'Interested', text_color: '#ffffff' },
        source: { label: 'Search' },
      },
    })
  })

  test('B20: is refused once, for all that is wrong with it', async () => {
    const known = fresh({ phone: '+44 7400 999111' })
    const { id } = (await manager.post('/lead', known)).body.data
    const wrong = {
      email: known.email,
      phone: '+44 7400 999111',
      alt_phone: '+44 1',
      date_of_birth: '2099-01-01',
      ip: '300.1.1.1',
      timezone: 'Mars/Olympus',
      consent_url: 'no address',
      source: ids['closed'],
      language: 999_999,
    }
    const { status, body } = await manager.post('/lead', wrong)
    expect(status).toBe(422)
    expect(Object.keys(body.errors).toSorted()).toEqual(Object.keys(wrong).toSorted())
    expect(body.errors.email[0]).toContain('There is a lead with it already')
    expect(body.errors.source).toEqual(['This source takes no new leads'])

    const other = (await manager.post('/lead', fresh())).body.data.id
    const { source: _source, ...changes } = wrong
    const change = await manager.put(`/lead/${other}`, { ...changes, version: 1 })
    expect(Object.keys(change.body.errors).toSorted()).toEqual(Object.keys(changes).toSorted())
    const own = await manager.put(`/lead/${id}`, { ...known, ip: 'x', version: 1 })
    expect(Object.keys(own.body.errors)).toEqual(['ip'])
  })

  test('B20: with a contact that is wrong does not miss another', async () => {
    const { body } = await manager.post('/lead', { source: ids['plain'], email: 'nobody' })
    expect(Object.keys(body.errors)).toEqual(['email'])
    expect(body.errors.email[0]).toContain('like name@example.com')
    const phone = await manager.post('/lead', { source: ids['plain'], phone: '+44 1' })
    expect(Object.keys(phone.body.errors)).toEqual(['phone'])
  })

  test('keeps what it says itself', async () => {
    const { body } = await manager.post(
      '/lead',
      fresh({ source: ids['source'], country: ids['DE'], status: ids['New'] }),
    )
    expect(body.data).toMatchObject({ country: ids['DE'], status: ids['New'] })
  })

  test('B10: may have its numbers as they are dialled in its country', async () => {
    const dialled = { phone: '07400 223326', alt_phone: '(020) 7946-0958', country: ids['GB'] }
    const created = await manager.post('/lead', fresh(dialled))
    expect(created.body.data).toMatchObject({ phone: '+44•••••••326', phone_prefix: '+44' })
    const path = `/lead/${created.body.data.id}`
    const changed = await manager.put(path, { phone: '07400 223327' })
    expect(changed.body.data).toMatchObject({ phone: '+44•••••••327', alt_phone: '+44•••••••958' })
    const moved = await manager.put(path, { country: ids['DE'], phone: '030 901829' })
    expect(moved.body.data).toMatchObject({ phone: '+49•••••••829', phone_prefix: '+49' })

    const wrong = { phone: '07400 1', date_of_birth: '2999-01-01', country: ids['GB'] }
    const { body } = await manager.post('/lead', fresh(wrong))
    expect(Object.keys(body.errors).toSorted()).toEqual(['date_of_birth', 'phone'])
    expect(body.errors.phone).toEqual(['There is no such phone number'])
    const nowhere = await manager.post('/lead', fresh({ phone: '07400 223326' }))
    expect(nowhere.status).toBe(422)
    expect(nowhere.body.errors.phone[0]).toMatch(/^Choose a country, or enter the number/)
  })

  test('is of the country of its number, and of the default status', async () => {
    const { body } = await manager.post('/lead', fresh({ phone: '+49 1512 3456789', email: null }))
    expect(body.data).toMatchObject({
      phone: '+49•••••••789',
      phone_prefix: '+49',
      country: ids['DE'],
      status: ids['New'],
    })
  })

  test.each([
    ['without a contact', { email: null }, ['email']],
    ['with a number that cannot exist', { phone: '+4912' }, ['phone']],
    ['with a full card number', { comment: 'Card 4111 1111 1111 1111' }, ['comment']],
    ['with more than the last four digits of a card', { card_digits: '12345' }, ['card_digits']],
    ['with an amount below nothing', { purchase_amount: -1 }, ['purchase_amount']],
    ['without a source', { source: null }, ['source']],
    ['with a source that is not there', { source: 999_999 }, ['source']],
    ['with a key of its own', { email_key: 'x' }, ['email_key']],
    ['with a first-time deposit', { api_ftd_at: '2026-01-01' }, ['api_ftd_at']],
  ])('%s is refused', async (_name, more, fields) => {
    const { status, body } = await manager.post('/lead', fresh(more))
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(fields)
  })

  test('of a source that is switched off is refused', async () => {
    const { status, body } = await manager.post('/lead', fresh({ source: ids['closed'] }))
    expect([status, body.errors]).toEqual([422, { source: ['This source takes no new leads'] }])
  })
})

describe('a duplicate', () => {
  const first = { email: 'ada.lovelace@gmail.com', phone: '+447400123456' }
  let id = 0
  beforeAll(async () => {
    id = (await manager.post('/lead', { ...first, source: ids['plain'] })).body.data.id
  })

  test.each([
    ['by the same mailbox', { email: 'adalovelace+2@googlemail.com' }, 'email'],
    ['by the same number', { email: null, phone: '+44 7400 123456' }, 'phone'],
  ])('%s is refused, naming the other to whoever may see it', async (_name, values, field) => {
    const { status, body } = await manager.post('/lead', fresh(values))
    expect(status).toBe(422)
    expect(body.errors).toEqual({ [field]: [`There is a lead with it already: #${id}`] })
    // By which a form links to it.
    expect(body.data).toEqual({ match: { resource: 'leads', id } })
  })

  test.each([
    ['to whoever may not see it', ['lead.create', 'options.sources.all']],
    [
      'H2: to whoever sees contacts masked',
      ['lead.create', 'lead.single.view', 'options.sources.all'],
    ],
  ])('tells nothing of the other %s', async (_who, permissions) => {
    const blind = await server.user(permissions)
    const { body } = await blind.post('/lead', fresh({ email: first.email }))
    expect(body.errors).toEqual({ email: ['There is a lead with it already'] })
    expect(body).not.toHaveProperty('data')
  })

  test('is refused when an edit makes it one', async () => {
    const other = (await manager.post('/lead', fresh())).body.data
    const edit = await manager.put(`/lead/${other.id}`, {
      phone: first.phone,
      version: other.version,
    })
    expect(edit.body.errors).toEqual({ phone: [`There is a lead with it already: #${id}`] })
    const same = await manager.put(`/lead/${id}`, { phone: '+44 7400 123456', comment: 'Mine' })
    expect(same.status).toBe(200)
  })

  test('is taken as a test, and beside a deleted lead', async () => {
    expect((await manager.post('/lead', fresh({ ...first, is_test: true }))).status).toBe(201)
    const gone = (await manager.post('/lead', fresh({ email: 'gone@example.com' }))).body.data
    expect((await manager.delete(`/lead/${gone.id}`)).status).toBe(200)
    expect((await manager.post('/lead', fresh({ email: 'gone@example.com' }))).status).toBe(201)
  })

  test('of two at once, one is taken', async () => {
    const answers = await Promise.all(
      ['Ann', 'Ben'].map((first_name) =>
        manager.post('/lead', fresh({ email: 'race@example.com', first_name })),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  })
})

describe('the status of a lead', () => {
  let lead: { id: number; version: number }
  beforeAll(async () => {
    lead = (await manager.post('/lead', fresh())).body.data
  })

  test('is changed by whoever may, and the moment is kept', async () => {
    const importer = await server.as('Importer')
    const { status } = await importer.post(`/lead/${lead.id}/status`, { status: ids['Interested'] })
    expect(status).toBe(200)
    const { data } = (await manager.get(`/lead/${lead.id}`)).body
    expect(data).toMatchObject({ status: ids['Interested'], version: lead.version + 1 })
  })

  test('becomes a deposit only for whoever may set deposits, and stays one', async () => {
    const importer = await server.as('Importer')
    const path = `/lead/${lead.id}/status`
    expect((await importer.post(path, { status: ids['Deposit'] })).body.errors).toHaveProperty(
      'status',
    )
    expect((await manager.post(path, { status: ids['Deposit'] })).status).toBe(200)
    const back = await importer.post(path, { status: ids['New'] })
    expect(back.body.errors).toEqual({ status: ['"Deposit" is final'] })
    expect((await admin.post(path, { status: ids['New'] })).status).toBe(200)
  })

  test('follows the same rules in an edit and in a bulk edit', async () => {
    const editor = await server.user([
      'lead.view',
      'lead.single.view',
      'lead.update',
      'lead.status.update',
      'options.statuses.all',
    ])
    const edit = await editor.put(`/lead/${lead.id}`, { status: ids['Deposit'] })
    expect(edit.body.errors).toEqual({ status: ['You may not set "Deposit"'] })
    const values = { status: ids['Deposit'] }
    const bulk = await editor.post('/lead/bulk/update', { ids: [lead.id], values })
    expect(bulk.body.data).toMatchObject({ done: 0, skipped: 1 })
    const empty = await editor.put(`/lead/${lead.id}`, { status: null })
    expect(empty.body.errors).toEqual({ status: ['Choose a status'] })
  })

  test('is no field of a form for whoever may not change it', async () => {
    const editor = await server.user(['lead.view', 'lead.single.view', 'lead.update'])
    const { status, body } = await editor.put(`/lead/${lead.id}`, { status: ids['New'] })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['status']])
  })

  test('is refused when there is no such status', async () => {
    const { status, body } = await manager.post(`/lead/${lead.id}/status`, { status: 999_999 })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['status']])
  })
})

describe('many leads', () => {
  test('get and lose tags at once', async () => {
    const made = [
      await manager.post('/lead', fresh({ tags: [ids['tag']] })),
      await manager.post('/lead', fresh()),
    ]
    const selected = made.map(({ body }) => body.data.id)
    const values = { add: [ids['other']], remove: [ids['tag']] }
    const { body } = await manager.post('/lead/bulk/tag', { ids: selected, values })
    expect(body.data).toMatchObject({ done: 2, skipped: 0 })
    for (const id of selected) {
      expect((await manager.get(`/lead/${id}`)).body.data.tags).toEqual([ids['other']])
    }
  })

  test('get no tag that is not there', async () => {
    const { data } = (await manager.post('/lead', fresh())).body
    const { status } = await manager.post(`/lead/${data.id}/tag`, { add: [999_999], remove: [] })
    expect(status).toBe(422)
  })

  test('are made available again', async () => {
    const { data } = (await manager.post('/lead', fresh({ not_available_till: '2030-01-01' }))).body
    await manager.post('/lead/bulk/availability', { ids: [data.id], values: {} })
    expect((await manager.get(`/lead/${data.id}`)).body.data.not_available_till).toBeNull()
  })
})

describe('M11: of acts on the same records at once, in either order, none ends as an error', () => {
  const rows: [path: string, values: (turn: number) => object][] = [
    ['/lead/bulk/update', (turn) => ({ comment: `Turn ${turn}` })],
    ['/lead/bulk/status', (turn) => ({ status: ids[turn % 2 ? 'New' : 'Interested'] })],
    ['/lead/bulk/tag', (turn) => ({ add: [ids[turn % 2 ? 'tag' : 'other']], remove: [] })],
  ]
  const either = (turn: number, all: readonly number[]) => (turn % 2 ? all : all.toReversed())
  const leads: number[] = []
  beforeAll(async () => {
    for (let lead = 0; lead < 12; lead += 1) leads.push(await admin.make('/lead', fresh()))
  })

  /** Eight requests of two people, made at the same moment. */
  const atOnce = async (request: (client: Client, turn: number) => ReturnType<Client['post']>) => {
    const turns = Array.from({ length: 8 }, (_, turn) => request(turn < 4 ? admin : manager, turn))
    return (await Promise.all(turns)).map(({ status, body }) => [status, body.data?.done])
  }

  test.each(rows)('POST %s', async (path, values) => {
    const answers = await atOnce((client, turn) =>
      client.post(path, { ids: either(turn, leads), values: values(turn) }),
    )
    expect(answers.map(([status]) => status)).toEqual(answers.map(() => 200))
  })

  test('POST /lead/bulk/undo', async () => {
    const values = { comment: 'To be undone' }
    const { body } = await manager.post('/lead/bulk/update', { ids: leads, values })
    const done: { id: number; version: number }[] = body.data.records
    const answers = await atOnce((_client, turn) => {
      const items = turn % 2 ? done : done.toReversed()
      const versions = items.map(({ version }) => version)
      return manager.post('/lead/bulk/undo', { ids: items.map(({ id }) => id), versions })
    })
    expect(answers.map(([status]) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(([, count]) => count === leads.length)).toHaveLength(1)
  })

  test('PUT /settings/status/{id}', async () => {
    const standard = (await admin.get('/settings/status/search?is_default=true')).body.data[0].id
    const both = [ids['New'], ids['Interested']]
    const answers = await atOnce((_client, turn) =>
      admin.put(`/settings/status/${both[turn % 2]}`, { is_default: true }),
    )
    expect(answers.map(([status]) => status)).toEqual(answers.map(() => 200))
    const { body } = await admin.get('/settings/status/search?is_default=true')
    expect(body.data).toHaveLength(1)
    await admin.put(`/settings/status/${standard}`, { is_default: true })
  })
})

test('restricted fields are read and written only with their own permissions', async () => {
  const { data } = (
    await admin.post('/lead', fresh({ purchase_amount: 12.5, card_digits: '1234' }))
  ).body
  expect(data).toMatchObject({ purchase_amount: 12.5, card_digits: '1234' })
  const reader = await server.user([
    'lead.view',
    'lead.single.view',
    'lead.update',
    'lead.sensitive.view',
  ])
  expect((await reader.get(`/lead/${data.id}`)).body.data.card_digits).toBe('1234')
  expect((await reader.put(`/lead/${data.id}`, { card_digits: '9999' })).status).toBe(422)
  const plain = await server.user(['lead.view', 'lead.single.view', 'lead.update'])
  expect((await plain.get(`/lead/${data.id}`)).body.data).not.toHaveProperty('card_digits')
  expect((await plain.get('/lead/search?card_digits=1234')).status).toBe(400)
})

describe('M9: a full card number', () => {
  const text = 'card 4111_1111_1111_1111'

  test.each<[string, 'post' | 'put', string, object]>([
    ['a lead', 'post', '/lead', { source: 1, email: 'card@example.com', comment: text }],
    ['a card name', 'post', '/lead', { source: 1, email: 'card@example.com', card_name: text }],
    ['a broker', 'post', '/broker', { name: text }],
    ['a setting', 'post', '/settings/tag', { name: text }],
    ['a text', 'post', '/settings/localization', { group: 'a', key: 'b', locale: 1, value: text }],
    [
      'a view',
      'post',
      '/profile/view',
      { name: 'V', resource: 'leads', settings: { search: text } },
    ],
    ['a preference', 'put', '/profile/preferences/list.leads', { value: { note: [text] } }],
    ['the own name', 'put', '/profile', { name: text }],
    ['an export', 'post', '/lead/export', { search: text }],
    ['a reason', 'post', '/lead/1/reveal', { reason: text }],
    ['values for many', 'post', '/lead/bulk/update', { ids: [1], values: { comment: text } }],
  ])('is refused in %s', async (_what, method, path, body) => {
    const answer = await admin[method](path, body)
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body.errors)).toContain('A full card number must never be stored')
  })

  test('may be part of nothing that only looks like one', async () => {
    const settings = { filter: { id: '4111,1111,1111,1111' } }
    await admin.make('/profile/view', { name: 'Four leads', resource: 'leads', settings })
    await admin.make(
      '/lead',
      fresh({ comment: 'Called 2026-11-05 12.30.45, 62.210.180.229:44321' }),
    )
  })
})

test('a person who may not look at users reads their own name at the leads that they brought, and no other', async () => {
  const own = await server.user(['lead.view', 'lead.create', 'options.sources.all'])
  const id = await own.make('/lead', fresh())
  await admin.make('/lead', fresh())
  const { data } = (await own.get('/lead/search?sort=-id&per_page=2')).body
  const named = data.map((one: { labels: Record<string, unknown> }) => one.labels['user'] ?? null)
  expect(named).toEqual([null, { id: own.id, label: expect.stringMatching(/\w/) }])
  expect(data[1].id).toBe(id)
})
