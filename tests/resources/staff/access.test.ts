import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { resources } from '#resources'

import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import type { Client } from '../../fixtures/server.ts'

let server: TestConsole
const clients = new Map<string, Client>()
const roles = [
  'Administrator',
  'Manager',
  'Sender',
  'Importer',
  'Integrator',
  'Analyst',
  'Privacy officer',
  'Nobody',
] as const

beforeAll(async () => {
  server = await createTestConsole({ demo: true })
  for (const role of roles) {
    clients.set(role, role === 'Nobody' ? await server.user([]) : await server.as(role))
  }
}, 60_000)
afterAll(() => server.close())

const as = (role: string) => clients.get(role)!

type Act = (client: Client) => Promise<{ status: number }>
const unknown = 999_999_999

/** An act is allowed when anything but the permission stops it: 403 is a no, every other answer a yes. */
const acts: Record<string, Act> = {
  list: (client) => client.get('/lead/search'),
  show: (client) => client.get(`/lead/${unknown}`),
  create: (client) => client.post('/lead', {}),
  edit: (client) => client.put(`/lead/${unknown}`, {}),
  delete: (client) => client.delete(`/lead/${unknown}`),
  'bulk edit': (client) => client.post('/lead/bulk/update', { ids: [unknown], values: {} }),
  'bulk delete': (client) => client.post('/lead/bulk/delete', { ids: [unknown] }),
  status: (client) => client.post(`/lead/${unknown}/status`, {}),
  tag: (client) => client.post(`/lead/${unknown}/tag`, {}),
  availability: (client) => client.post(`/lead/${unknown}/availability`, {}),
  reveal: (client) => client.post(`/lead/${unknown}/reveal`, { field: 'email' }),
  export: (client) => client.post('/lead/export', { filter: { id: unknown } }),
}

const leads: Record<string, readonly string[]> = {
  Administrator: Object.keys(acts),
  Manager: Object.keys(acts),
  Sender: ['list', 'show'],
  Importer: ['list', 'show', 'create', 'status', 'tag'],
  Integrator: [],
  Analyst: ['list', 'show', 'export'],
  'Privacy officer': ['list', 'show', 'reveal', 'export'],
  Nobody: [],
}

describe.each(roles)('of leads, %s', (role) => {
  test.each(Object.keys(acts))('%s', async (act) => {
    const { status } = await acts[act]!(as(role))
    expect(status === 403 ? 'no' : 'yes').toBe(leads[role]?.includes(act) ? 'yes' : 'no')
  })
})

/** Who may list, create, edit and delete, by first letter. */
const others: [api: string, byRole: Partial<Record<(typeof roles)[number], string>>][] = [
  ['broker', { Administrator: 'lced', Manager: 'lced', Integrator: 'l', Analyst: 'l' }],
  [
    'broker/department',
    { Administrator: 'lced', Manager: 'lced', Sender: 'l', Integrator: 'le', Analyst: 'l' },
  ],
  ['management/user', { Administrator: 'lced' }],
  ['management/role', { Administrator: 'lced' }],
  ['management/permission', { Administrator: 'lced' }],
  ['settings/locale', { Administrator: 'lced', Manager: 'lced' }],
  ['settings/localization', { Administrator: 'lced', Manager: 'lced' }],
  ['settings/status', { Administrator: 'lced', Manager: 'lced' }],
  ['settings/country', { Administrator: 'lced', Manager: 'lced' }],
  ['settings/language', { Administrator: 'lced', Manager: 'lced' }],
  ['settings/tag', { Administrator: 'lced', Manager: 'lced', Importer: 'lce' }],
  ['settings/source', { Administrator: 'lced', Manager: 'lced', Importer: 'lce' }],
  ['settings/source/random/status', { Administrator: 'lced', Manager: 'lced' }],
  ['settings/affiliate/company', { Administrator: 'lced', Manager: 'lced' }],
]

describe.each(others)('of %s', (api, byRole) => {
  test.each(roles)('%s may do what the role says', async (role) => {
    const client = as(role)
    const answers = {
      l: await client.get(`/${api}/search`),
      c: await client.post(`/${api}`, {}),
      e: await client.put(`/${api}/${unknown}`, {}),
      d: await client.delete(`/${api}/${unknown}`),
    }
    const allowed = Object.entries(answers).filter(([, { status }]) => status !== 403)
    expect(allowed.map(([letter]) => letter).join('')).toBe(byRole[role] ?? '')
  })
})

test('specification 1: no screen is without a permission but those that say how', async () => {
  const nobody = { id: 1, name: '', email: '', permissions: new Set<string>() }
  const open = resources.filter(
    ({ operations, access }) => operations.includes('list') && access.list(nobody) !== false,
  )
  expect(open.map(({ name }) => name)).toEqual(['saved_views'])
  const client = as('Nobody')
  expect((await client.get('/profile/view/search')).body.data).toEqual([])
  // The reference tells what the user may call, and so nothing of the business.
  const { paths } = (await client.get('/openapi.json')).body
  expect(Object.keys(paths)).toContain('/profile')
  const ofOthers = resources.filter(({ name }) => name !== 'saved_views').map(({ api }) => api)
  expect(ofOthers.filter((api) => `/${api}/search` in paths || `/${api}` in paths)).toEqual([])
})

test('A1: own imports are seen by whoever may import something, and by nobody else', async () => {
  for (const name of ['lead.import', 'lead.importThenSend', 'lead.black_list.import']) {
    const importer = await server.user([name])
    expect((await importer.get('/profile/import/search')).status, name).toBe(200)
  }
  expect((await as('Analyst').get('/profile/import/search')).status).toBe(403)
  expect((await as('Nobody').get('/profile/import/search')).status).toBe(403)
})

test.each(['Administrator', 'Manager', 'Integrator'])(
  '%s reads the log of requests',
  async (role) => {
    expect((await as(role).get('/settings/request/search')).status).toBe(200)
  },
)

test('the log of requests is written by nobody, and read by nobody else', async () => {
  expect((await as('Administrator').post('/settings/request', {})).status).toBe(404)
  expect((await as('Analyst').get('/settings/request/search')).status).toBe(403)
})

test('a setting is hidden from whoever is not privileged, unless it is named', async () => {
  const view = [
    'settings.tag.view',
    'settings.status.view',
    'settings.tag.create',
    'settings.tag.share',
  ]
  const hidden = await server.user([...view, 'hide.non_privileged', 'lead.settings.tag'])
  expect((await hidden.get('/settings/tag/search')).status).toBe(200)
  expect((await hidden.get('/settings/status/search')).status).toBe(403)
  expect((await hidden.post('/settings/tag', { name: 'Mine' })).status).toBe(201)
  const more = await server.user([...view, 'hide.non_privileged'])
  expect((await more.get('/settings/tag/search')).status).toBe(403)
  expect((await more.post('/settings/tag', { name: 'Other' })).status).toBe(403)
  const plain = await server.user(view)
  expect((await plain.get('/settings/status/search')).status).toBe(200)
})

describe('contact data', () => {
  const fields = ['email', 'phone', 'date_of_birth', 'address', 'ip'] as const

  test.each(['Sender', 'Importer', 'Analyst', 'Manager'])(
    'reaches %s masked only',
    async (role) => {
      const { body } = await as(role).get('/lead/search?per_page=100')
      expect(body.data).toHaveLength(100)
      for (const lead of body.data) {
        for (const name of fields) if (lead[name] !== null) expect(lead[name]).toContain('•')
        if (role === 'Manager') continue
        expect(Object.keys(lead)).not.toContain('email_key')
        expect(Object.keys(lead)).not.toContain('purchase_amount')
        expect(JSON.stringify(lead)).not.toMatch(/\w+@example|\+\d{8,}/)
      }
    },
  )

  test('reaches the manager when it is revealed, and is found masked by its whole value', async () => {
    const { body } = await as('Manager').get('/lead/search?per_page=1')
    const { id } = body.data[0]
    expect(body.data[0].email).toContain('•')
    const { email } = await as('Manager').reveal(`/lead/${id}`)
    expect(email).toMatch(/^[a-z.]+\d+@example\./)
    const find = async (key: string, value: string) =>
      (await as('Analyst').get(`/lead/search?${key}=${encodeURIComponent(value)}`)).body.data
    expect((await find('search', email)).map((one: { id: number }) => one.id)).toEqual([id])
    expect(await find('search', email.slice(0, -3))).toEqual([])
    expect(await find('email', email)).toHaveLength(1)
    expect((await as('Analyst').get('/lead/search?email_contains=example')).status).toBe(400)
    expect((await as('Analyst').get('/lead/search?email_key=x')).status).toBe(400)
  })
})

describe('a revealed value', () => {
  test('is answered once and written into the audit log with its reason', async () => {
    const { body } = await as('Privacy officer').get('/lead/search?per_page=1')
    const { id } = body.data[0]
    const { phone } = await as('Manager').reveal(`/lead/${id}`)
    const answer = await as('Privacy officer').post(`/lead/${id}/reveal`, {
      field: 'phone',
      reason: 'Asked',
    })
    expect(answer).toMatchObject({ status: 200, body: { data: { field: 'phone', value: phone } } })
    const [line] = await server.backend.database.sql
      .selectFrom('audit_log')
      .select(['user_id', 'resource', 'record_id', 'detail'])
      .where('action', '=', 'reveal')
      .where('user_id', '=', as('Privacy officer').id)
      .execute()
    expect(line).toEqual({
      user_id: as('Privacy officer').id,
      resource: 'leads',
      record_id: id,
      detail: { fields: ['phone'], reason: 'Asked' },
    })
  })

  test('is one of those that are masked, and one of a lead that is there', async () => {
    const officer = as('Privacy officer')
    const { body } = await officer.get('/lead/search?per_page=1')
    const path = `/lead/${body.data[0].id}/reveal`
    expect((await officer.post(path, { field: 'source' })).status).toBe(422)
    expect((await officer.post(path, { field: 'phone', more: 1 })).status).toBe(422)
    expect((await officer.post(`/lead/${unknown}/reveal`, { field: 'phone' })).status).toBe(404)
  })
})

describe('M8: what a job was asked for', () => {
  let bulk: number
  let file: number
  beforeAll(async () => {
    const manager = as('Manager')
    const { body } = await manager.get('/lead/search?per_page=101&fields=id')
    const ids = body.data.map((one: { id: number }) => one.id)
    const values = { purchase_site: 'canary.example', comment: 'Call again', zip: 'CANARY1' }
    bulk = (await manager.post('/lead/bulk/update', { ids, values })).body.data.job_id
    const where = { any: [{ email: { contains: 'canary' } }, { country: [1] }] }
    const filter = { phone: '+447911123456,+447911123457', country: [1], where }
    const order = { filter, search: 'canary.lead', columns: ['id', 'purchase_site'] }
    file = (await manager.post('/lead/export', order)).body.data.job_id
  })

  const asked = async (client: Client, id: number) =>
    (await client.get(`/profile/job/${id}`)).body.data.parameters

  test('stands there whole for its owner', async () => {
    expect((await asked(as('Manager'), bulk)).values).toMatchObject({ zip: 'CANARY1' })
    expect((await asked(as('Manager'), file)).search).toBe('canary.lead')
  })

  test('says to others what they may read of the leads', async () => {
    const jobs = ['user.profile.job.view', 'user.profile.job.all']
    const reader = await server.user([...jobs, 'lead.view'])
    expect(await asked(reader, bulk)).toEqual({
      resource: 'leads',
      act: 'update',
      values: { comment: 'Call again', zip: 'C•••••' },
    })
    expect(await asked(reader, file)).toEqual({
      resource: 'leads',
      filter: { phone: '•••', country: [1], where: { any: [{ email: '•••' }, { country: [1] }] } },
      search: '•••',
      columns: ['id'],
    })
    const list = await reader.get('/profile/job/search?fields=parameters,result')
    expect(JSON.stringify(list.body)).not.toMatch(/canary|CANARY|\+4479/)
    const outsider = await server.user(jobs)
    expect([await asked(outsider, bulk), await asked(outsider, file)]).toEqual([
      { act: 'update' },
      {},
    ])
  })
})

test('L4: an option names nobody to those who may not choose among users', async () => {
  const { id } = as('Importer')
  const values = { name: 'Own tag', user_setting_id: id }
  const tag = await as('Administrator').make('/settings/tag', values)
  const named = async (role: string) =>
    (await as(role).get('/settings/tag/all')).body.data.find(
      (one: { id: number }) => one.id === tag,
    )
  expect(await named('Administrator')).toMatchObject({
    user_setting_id: { id, name: expect.any(String) },
  })
  expect(await named('Sender')).toEqual({ id: tag, name: 'Own tag', user_setting_id: { id } })
})

test('H3: who sees roles, but not what they hold, is told nothing of what that opens', async () => {
  const sees = ['management.role.view', 'management.user.view']
  const list = 'why?resource=leads&operation=list'
  const paths = [`/management/role/1/${list}`, `/management/user/1/${list}`]
  const blind = await server.user(sees)
  expect((await blind.get('/management/role/1')).body.data).not.toHaveProperty('permissions')
  const seer = await server.user([...sees, 'management.role_has_permissions.view'])
  for (const path of paths) {
    expect((await blind.get(path)).status).toBe(403)
    expect((await seer.get(path)).status).toBe(200)
  }
})
