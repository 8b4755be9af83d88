import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Sql } from '#server'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'
import { othersWait } from '../../fixtures/work/waiting.ts'

let server: TestConsole
let admin: Client
beforeAll(async () => {
  server = await createTestConsole({ demo: true })
  admin = await server.as('Administrator')
}, 60_000)
afterAll(() => server.close())

const found = async (path: string) => (await admin.get(path)).body.data[0]

const nowhere = { name: 'Somewhere', iso_3166_2: 'XQ', iso_3166_3: 'XQQ', flag: 'X' }

describe('a setting', () => {
  test('is created, updated and deleted with the words of the specification', async () => {
    const created = await admin.post('/settings/source', { name: 'New source' })
    expect(created.body.message).toEqual('Setting successfully created')
    const path = `/settings/source/${created.body.data.id}`
    const updated = await admin.put(path, {
      name: 'Newer source',
      version: created.body.data.version,
    })
    expect(updated.body.message).toEqual('Setting successfully updated')
    const stale = await admin.put(path, { name: 'Old', version: created.body.data.version })
    expect(stale.status).toBe(409)
    expect((await admin.delete(path)).body.message).toEqual('Setting successfully deleted')
  })

  test('is what every settings screen calls what it writes, and the statuses of brokers, and nothing else', () => {
    const settings = server.backend.business.resources
      .filter(({ messages }) => messages === 'setting')
      .map(({ routes, name }) => routes.list ?? name)
    const screens = server.backend.business.resources
      .filter(({ operations }) => operations.includes('edit'))
      .map(({ routes, name }) => routes.list ?? name)
      .filter((route) => /^(settings|lead\/status)\//.test(route))
    expect(settings.toSorted()).toEqual(screens.toSorted())
    expect(settings).toContain('settings/tags')
  })

  test.each([
    ['/settings/source', 'Meadow Search'],
    ['/settings/status', 'No answer'],
    ['/settings/affiliate/company', 'Cobalt Media'],
    ['/settings/country', 'Germany'],
    ['/settings/language', 'German'],
  ])('of %s that is in use is not deleted', async (path, name) => {
    const { id } = await found(`${path}/search?search=${encodeURIComponent(name)}&sort=id`)
    const { status, body } = await admin.delete(`${path}/${id}`)
    expect([status, body.message]).toEqual([409, expect.stringMatching(/in use/)])
    expect((await admin.get(`${path}/${id}`)).status).toBe(200)
  })

  test.each([
    ['accept_countries', '/settings/country', nowhere],
    ['accept_languages', '/settings/language', { name: 'Made up', code: 'xq' }],
    ['accept_sources', '/settings/source', { name: 'Chosen source' }],
    ['block_sources', '/settings/source', { name: 'Blocked source' }],
  ])(
    'that is the only one of a department in %s stays: none would mean every one',
    async (name, path, values) => {
      const id = await admin.make(path, values)
      const { id: department } = await found('/broker/department/search?sort=id')
      await admin.put(`/broker/department/${department}`, { [name]: [id] })
      const { status, body } = await admin.delete(`${path}/${id}`)
      expect([status, body.message]).toEqual([409, expect.stringMatching(/is in use and cannot/)])
      await admin.put(`/broker/department/${department}`, { [name]: [] })
      expect((await admin.delete(`${path}/${id}`)).status).toBe(200)
    },
  )

  test('of a country that is the only one of a source or a broker stays too', async () => {
    const id = await admin.make('/settings/country', nowhere)
    const source = await admin.make('/settings/source', {
      name: 'At home',
      allowed_countries: [id],
    })
    expect((await admin.delete(`/settings/country/${id}`)).status).toBe(409)
    await admin.delete(`/settings/source/${source}`)
    const { id: broker } = await found('/broker/search?sort=id')
    await admin.put(`/broker/${broker}`, { allowed_countries: [id] })
    expect((await admin.delete(`/settings/country/${id}`)).status).toBe(409)
    await admin.put(`/broker/${broker}`, { allowed_countries: [] })
    expect((await admin.delete(`/settings/country/${id}`)).status).toBe(200)
  })

  test('that is a tag goes from the leads that have it', async () => {
    const id = await admin.make('/settings/tag', { name: 'Going' })
    const { id: lead } = await found('/lead/search?sort=id')
    await admin.put(`/lead/${lead}`, { tags: [id] })
    expect((await admin.delete(`/settings/tag/${id}`)).status).toBe(200)
    expect((await admin.get(`/lead/${lead}`)).body.data.tags).toEqual([])
  })

  test.each([
    [
      '/settings/country',
      { name: 'X', iso_3166_2: 'xx', iso_3166_3: 'ABC', flag: 'X' },
      'iso_3166_2',
    ],
    [
      '/settings/country',
      { name: 'X', iso_3166_2: 'XX', iso_3166_3: 'ABC', flag: 'X', calling_code: '+4' },
      'calling_code',
    ],
    [
      '/settings/country',
      { name: 'X', iso_3166_2: 'DE', iso_3166_3: 'ABC', flag: 'X' },
      'iso_3166_2',
    ],
    ['/settings/language', { name: 'X', code: 'de' }, 'code'],
    ['/settings/status', { name: 'x'.repeat(61) }, 'name'],
    ['/settings/status', { name: 'Red', text_color: 'red' }, 'text_color'],
    ['/settings/locale', { code: 'English', name: 'E' }, 'code'],
    ['/settings/localization', { group: 'Leads', key: 'a', value: 'b', locale: 1 }, 'group'],
    ['/settings/affiliate/company', { name: 'Cobalt Media' }, 'name'],
  ])('of %s with a wrong value is refused', async (path, values, field) => {
    const { status, body } = await admin.post(path, values)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })
})

describe('a new source', () => {
  test('needs a consent where its country is of the European Economic Area, unless it says otherwise', async () => {
    const countryOf = async (code: string) =>
      (await found(`/settings/country/search?iso_3166_2=${code}`)).id
    const [germany, norway, britain] = await Promise.all(['DE', 'NO', 'GB'].map(countryOf))
    const needs = async (values: object) => {
      const { body } = await admin.post('/settings/source', { name: `Of ${names++}`, ...values })
      return body.data.consent_required
    }
    let names = 0
    expect(await needs({ default_country: germany })).toBe(true)
    expect(await needs({ default_country: norway })).toBe(true)
    expect(await needs({ default_country: britain })).toBe(false)
    expect(await needs({})).toBe(false)
    expect(await needs({ default_country: germany, consent_required: false })).toBe(false)
  })
})

describe('the default locale', () => {
  test('is one, active, and not deleted', async () => {
    const english = await found('/settings/locale/search?code=en')
    const path = `/settings/locale/${english.id}`
    expect((await admin.delete(path)).status).toBe(409)
    expect((await admin.put(path, { is_active: false })).status).toBe(422)
    expect((await admin.put(path, { is_default: false })).status).toBe(422)
    const german = await admin.make('/settings/locale', {
      code: 'de',
      name: 'Deutsch',
      is_default: true,
    })
    expect((await admin.get(path)).body.data.is_default).toBe(false)
    expect((await admin.put(path, { is_default: true })).status).toBe(200)
    expect((await admin.get(`/settings/locale/${german}`)).body.data.is_default).toBe(false)
    expect((await admin.delete(`/settings/locale/${german}`)).status).toBe(200)
  })
})

describe('a status', () => {
  test('is the default alone, and stays as long as it is', async () => {
    const standard = await found('/settings/status/search?search=New')
    expect((await admin.delete(`/settings/status/${standard.id}`)).status).toBe(409)
    const id = await admin.make('/settings/status', { name: 'Fresh', is_default: true })
    expect((await admin.get(`/settings/status/${standard.id}`)).body.data.is_default).toBe(false)
    await admin.put(`/settings/status/${standard.id}`, { is_default: true })
    expect((await admin.delete(`/settings/status/${id}`)).status).toBe(200)
  })

  test('L6: of two that become the default at once, one does', async () => {
    const { database } = server.backend
    const [one, other] = [
      await admin.make('/settings/status', { name: 'This one' }),
      await admin.make('/settings/status', { name: 'That one' }),
    ]
    const answers = await database.sql.transaction().execute(async (holder: Sql) => {
      await sql`select from statuses where is_default for update`.execute(holder)
      const both = [one, other].map((id) =>
        admin.put(`/settings/status/${id}`, { is_default: true }),
      )
      await othersWait(database, holder, both.length)
      return { both }
    })
    await Promise.all(answers.both)
    const { rows } = await sql<{ id: number }>`
      select id from statuses where is_default`.execute(database.sql)
    expect(rows).toHaveLength(1)
    expect([one, other]).toContain(rows[0]?.id)
  })

  test('that the console relies on keeps its group', async () => {
    const deposit = await found('/settings/status/search?search=Deposit')
    const path = `/settings/status/${deposit.id}`
    expect((await admin.put(path, { group: 'positive' })).status).toBe(422)
    expect((await admin.put(path, { name: 'FTD' })).status).toBe(200)
  })
})

describe('a tag', () => {
  test('belongs to whoever may not share, and only the owner changes it', async () => {
    const rights = ['view', 'create', 'update', 'delete'].map((act) => `settings.tag.${act}`)
    const [one, other] = [await server.user(rights), await server.user(rights)]
    const { body } = await one.post('/settings/tag', { name: 'Mine' })
    expect(body.data).toMatchObject({ user_setting_id: one.id, color: '#64748b' })
    const path = `/settings/tag/${body.data.id}`
    // Everybody sees it, so nobody is told that it is not there.
    expect((await other.get(path)).status).toBe(200)
    expect((await other.put(path, { name: 'Theirs' })).status).toBe(403)
    expect((await other.delete(path)).status).toBe(403)
    expect((await one.put(path, { name: 'Still mine' })).status).toBe(200)
    const shared = await found('/settings/tag/search?search=VIP')
    expect((await one.put(`/settings/tag/${shared.id}`, { name: 'No' })).status).toBe(403)
    expect((await one.post('/settings/tag', { name: 'All', user_setting_id: null })).status).toBe(
      422,
    )
  })

  test('has a name of its own among those of its owner', async () => {
    const twice = await admin.post('/settings/tag', { name: 'vip' })
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([422, ['name']])
    expect(
      (await admin.post('/settings/tag', { name: 'VIP', user_setting_id: admin.id })).status,
    ).toBe(201)
  })

  test('leaves its leads when it is deleted', async () => {
    const { id } = await found('/settings/tag/search?search=Webinar')
    const { total } = (await admin.get(`/lead/search?tags=${id}`)).body.meta
    expect(total).toBeGreaterThan(50)
    expect((await admin.delete(`/settings/tag/${id}`)).status).toBe(200)
    expect((await admin.get(`/lead/search?tags=${id}`)).body.meta.total).toBe(0)
    expect((await admin.get('/lead/search')).body.meta.total).toBe(2_000)
  })
})

describe('random statuses of a source', () => {
  let source: number
  let interested: number
  let deposit: number
  beforeAll(async () => {
    source = (await found('/settings/source/search?search=Website')).id
    interested = (await found('/settings/status/search?search=Interested')).id
    deposit = (await found('/settings/status/search?group=deposit')).id
  })
  const post = (values: object) =>
    admin.post('/settings/source/random/status', { source, ...values })
  const weigh = (...statuses: number[]) => statuses.map((status) => ({ status, weight: 10 }))

  test('are taken for test answers, a deposit among them, with a delay', async () => {
    const values = {
      use: 'test_answers',
      rows: weigh(interested, deposit),
      delay_min: 1,
      delay_max: 5,
    }
    expect((await post(values)).status).toBe(201)
  })

  test('never begin a new lead as a deposit, and name each status once', async () => {
    const use = 'initial_status'
    const fields = async (values: object) => Object.keys((await post(values)).body.errors)
    expect(await fields({ use, rows: weigh(deposit) })).toEqual(['rows.0.status'])
    expect(await fields({ use, rows: weigh(interested, interested) })).toEqual(['rows.1.status'])
    expect(await fields({ use, rows: weigh(999_999) })).toEqual(['rows.0.status'])
    expect(await fields({ use, rows: [] })).toEqual(['rows'])
    expect(await fields({ use, rows: [{ status: interested, weight: 101 }] })).toEqual([
      'rows.0.weight',
    ])
    expect(await fields({ use, rows: weigh(interested), delay_min: 5 })).toEqual(['delay_min'])
    expect(
      await fields({ use: 'test_answers', rows: weigh(interested), delay_min: 5, delay_max: 1 }),
    ).toEqual(['delay_max'])
    expect((await post({ use, rows: weigh(interested) })).status).toBe(201)
  })

  test('keep the statuses they name from being deleted', async () => {
    const status = await admin.make('/settings/status', { name: 'Drawn' })
    expect((await post({ use: 'test_answers', rows: weigh(status) })).status).toBe(201)
    expect((await admin.delete(`/settings/status/${status}`)).status).toBe(409)
  })
})

describe('11.16 the list', () => {
  test('of sources says what each brought in seven days, to those who see it on the dashboard', async () => {
    const source = await admin.make('/settings/source', { name: 'Numbers' })
    for (const email of ['one', 'two', 'three']) {
      await admin.make('/lead', { source, email: `${email}.numbers@example.com` })
    }
    await admin.make('/lead', { source, email: 'test.numbers@example.com', is_test: true })
    const refused = { source, first_name: 'Ann', email: 'one.numbers@example.com' }
    expect((await admin.post('/lead', refused)).status).toBe(422)
    await sql`
      insert into send_days (zone, day, is_short, source, accepted, ftds)
      select 'UTC', now()::date - back, true, ${source}, 4, 1 from unnest(array[0, 6, 7]) back
    `.execute(server.backend.database.sql)
    const numbers = {
      leads_week: 3,
      failed_share: 25,
      accepted_week: 8,
      ftds_week: 2,
      rate_week: 25,
    }
    expect(await found('/settings/source/search?search=Numbers')).toMatchObject(numbers)
    const shown = async (...permissions: string[]) => {
      const reader = await server.user(['settings.source.view', ...permissions])
      const [row] = (await reader.get('/settings/source/search?search=Numbers')).body.data
      return Object.keys(numbers).filter((name) => name in row)
    }
    expect(await shown()).toEqual([])
    expect(await shown('lead.view')).toEqual(['leads_week'])
    expect(await shown('failed.lead.view')).toEqual(['failed_share'])
    expect(await shown('lead.history.view')).toEqual(['accepted_week'])
    expect(await shown('broker.department.view')).toEqual(['ftds_week', 'rate_week'])
  })

  test('of affiliate companies counts the brokers of each, but those that are deleted', async () => {
    const company = await admin.make('/settings/affiliate/company', { name: 'Two brokers' })
    const brokers = [1, 2, 3].map((number) =>
      admin.make('/broker', { name: `Of two ${number}`, affiliate_companies: [company] }),
    )
    await admin.delete(`/broker/${(await Promise.all(brokers))[0]}`)
    const path = '/settings/affiliate/company/search?search=Two brokers'
    expect(await found(path)).toMatchObject({ brokers: 2 })
    const reader = await server.user(['settings.affiliateCompany.view'])
    expect((await reader.get(path)).body.data[0]).not.toHaveProperty('brokers')
  })

  test('an affiliate company that was deleted leaves its name to another, and comes back', async () => {
    const name = 'Kept for its history'
    const path = '/settings/affiliate/company'
    const id = await admin.make(path, { name })
    expect((await admin.delete(`${path}/${id}`)).status).toBe(200)
    expect((await admin.get(`${path}/search?search=${name}`)).body.data).toEqual([])
    const other = await admin.make(path, { name })
    expect((await admin.post(`${path}/${id}/restore`, { version: 2 })).status).toBe(422)
    await admin.delete(`${path}/${other}`)
    expect((await admin.post(`${path}/${id}/restore`, { version: 2 })).status).toBe(200)
    expect(await found(`${path}/search?search=${name}`)).toMatchObject({ id, name })
  })

  test('of locales says how much of the console each has in its words', async () => {
    const locale = await admin.make('/settings/locale', { code: 'eo', name: 'Esperanto' })
    const translated = async (code: string) =>
      (await found(`/settings/locale/search?search=${code}&sort=id`)).translated
    expect(await translated('English')).toBe(100)
    expect(await translated('eo')).toBe(0)
    await sql`
      update localizations set state = 'own' where locale = ${locale} and id % 2 = 0
    `.execute(server.backend.database.sql)
    expect(Math.abs((await translated('eo')) - 50)).toBeLessThan(2)
  })
})
