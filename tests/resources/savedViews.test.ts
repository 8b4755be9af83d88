import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestConsole, type TestConsole } from '../fixtures/console.ts'
import type { Client } from '../fixtures/server.ts'

let server: TestConsole
let manager: Client
let sender: Client
let analyst: Client
beforeAll(async () => {
  server = await createTestConsole()
  manager = await server.as('Manager')
  sender = await server.as('Sender')
  analyst = await server.as('Analyst')
}, 60_000)
afterAll(() => server.close())

let views = 0
const view = (settings: object, more: object = {}) => {
  views += 1
  return { name: `View ${views}`, resource: 'leads', settings, ...more }
}

async function made(client: Client, settings: object, more: object = {}): Promise<any> {
  const { status, body } = await client.post('/profile/view', view(settings, more))
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data
}

const share = (client: Client, id: number, visibility: string, role?: number) =>
  client.post(`/profile/view/${id}/share`, { visibility, role })

const roleOf = async (client: Client): Promise<number> => {
  const { rows } = await sql<{ target_id: number }>`
    select target_id from users_roles where record_id = ${client.id}`.execute(
    server.backend.database.sql,
  )
  return rows[0]!.target_id
}

const settings = {
  filter: { country: [1, 2], created_at_from: '2026-01-01' },
  search: 'ada',
  sort: '-created_at',
  columns: ['id', 'country', 'created_at'],
  density: 'dense',
  per_page: 50,
}

describe('a saved view', () => {
  test('is its maker’s own, with filter, search, sort, columns, density and page size', async () => {
    const { id, user, visibility } = await made(sender, settings)
    expect([user, visibility]).toEqual([sender.id, 'private'])
    expect((await sender.get(`/profile/view/${id}`)).body.data.settings).toEqual(settings)
    expect((await manager.get(`/profile/view/${id}`)).status).toBe(404)
  })

  test('B31: keeps a filter of three thousand addresses, and refuses what is too large', async () => {
    const email = Array.from({ length: 3_000 }, (_, n) => `somebody.${n}@a-company.example.com`)
    const { id } = await made(manager, { filter: { email } })
    expect((await manager.get(`/profile/view/${id}`)).body.data.settings.filter.email).toEqual(
      email,
    )
    const more = await manager.post(
      '/profile/view',
      view({ filter: { email: [...email, ...email] } }),
    )
    expect(more.body.errors).toEqual({ settings: ['Too large: at most 128 KB'] })
  })

  test('M6: is one of two hundred at most', async () => {
    const keeper = await server.as('Manager')
    await sql`
      insert into saved_views (name, resource, "user", settings)
      select 'Kept ' || n, 'leads', ${keeper.id}, '{}' from generate_series(1, 199) n`.execute(
      server.backend.database.sql,
    )
    await made(keeper, settings)
    const { status, body } = await keeper.post('/profile/view', view(settings))
    expect([status, body.message]).toEqual([
      409,
      'You keep as many views as there may be. Delete some first.',
    ])
  })

  test('answers only the fields a list asks for, and what is withheld from a user stays so', async () => {
    const { id } = await made(sender, { filter: { country: [1] } })
    const { body } = await sender.get(`/profile/view/search?id=${id}&fields=settings`)
    const [row] = body.data
    expect(Object.keys(row).sort()).toEqual(
      ['id', 'created_at', 'updated_at', 'version', 'settings', 'labels'].sort(),
    )
    expect([row.settings.filter, row.labels]).toEqual([{ country: [1] }, {}])
  })

  test('is made for nobody else', async () => {
    const body = view({}, { user: manager.id })
    expect((await sender.post('/profile/view', body)).status).toBe(422)
  })

  test('has a name of its own among its maker’s views of the list', async () => {
    await made(sender, {}, { name: 'Mine' })
    const again = await sender.post('/profile/view', view({}, { name: 'mine' }))
    expect([again.status, again.body.errors]).toEqual([
      422,
      { name: ['This value is already taken'] },
    ])
    await made(manager, {}, { name: 'Mine' })
    const other = await made(sender, {}, { name: 'Other' })
    const renamed = await sender.put(`/profile/view/${other.id}`, { name: 'Mine' })
    expect(renamed.status).toBe(422)
  })

  test('is of a list that exists and that its maker may see', async () => {
    for (const resource of ['nothing', 'users', 'roles']) {
      const { status, body } = await sender.post('/profile/view', view({}, { resource }))
      expect([status, body.errors]).toEqual([422, { resource: ['There is no such list'] }])
    }
    const own = await made(manager, {})
    const moved = await manager.put(`/profile/view/${own.id}`, { resource: 'tags' })
    expect(moved.body.errors).toEqual({ resource: ['A view stays with its list'] })
  })

  test.each([
    ['another key', { page: 2 }],
    ['an unknown filter', { filter: { nothing: '1' } }],
    ['a filter of a field that the user may not read', { filter: { phone_key: '1' } }],
    ['a sort by a field that the user sees masked', { sort: 'email' }],
    ['an unknown column', { columns: ['password'] }],
    ['no column at all', { columns: [] }],
    ['a column that the user may not read', { columns: ['purchase_site'] }],
    ['a density that is none', { density: 'tiny' }],
    ['a page size that is not offered', { per_page: 30 }],
    ['a search among the filters', { filter: { search: 'x' } }],
    ['a text', 'everything'],
  ])('does not hold %s', async (_what, given) => {
    const { status, body } = await sender.post('/profile/view', view(given as object))
    expect([status, Object.keys(body.errors)]).toEqual([422, ['settings']])
  })

  test('is changed and deleted by its maker only', async () => {
    const { id } = await made(manager, {})
    await share(manager, id, 'all')
    expect((await sender.get(`/profile/view/${id}`)).status).toBe(200)
    expect((await sender.put(`/profile/view/${id}`, { name: 'Taken' })).status).toBe(403)
    expect((await sender.delete(`/profile/view/${id}`)).status).toBe(403)
    expect((await share(sender, id, 'private')).status).toBe(404)
    expect((await manager.put(`/profile/view/${id}`, { settings })).status).toBe(200)
    expect((await manager.delete(`/profile/view/${id}`)).status).toBe(200)
  })
})

describe('sharing a view', () => {
  test('takes the permission views.share, which managers hold', async () => {
    const own = await made(sender, {})
    expect((await share(sender, own.id, 'all')).status).toBe(403)
    expect((await share(sender, own.id, 'private')).status).toBe(200)
    expect((await sender.get('/profile/view/roles')).status).toBe(403)
    const { status, body } = await manager.get('/profile/view/roles')
    expect(status).toBe(200)
    expect(Object.keys(body.data[0])).toEqual(['id', 'name'])
  })

  test('cannot be done by the way of a usual change', async () => {
    const { id } = await made(manager, {})
    const { status } = await manager.put(`/profile/view/${id}`, { visibility: 'all' })
    expect(status).toBe(422)
  })

  test('with a role reaches those who have it', async () => {
    const { id } = await made(manager, settings)
    const shared = await share(manager, id, 'role', await roleOf(sender))
    expect(shared.body.data).toMatchObject({ visibility: 'role', role: await roleOf(sender) })
    const found = async (client: Client) =>
      (await client.get('/profile/view/search?resource=leads')).body.data.map((one: any) => one.id)
    expect(await found(sender)).toContain(id)
    expect(await found(analyst)).not.toContain(id)
    await share(manager, id, 'private')
    expect(await found(sender)).not.toContain(id)
  })

  test.each([
    [{ visibility: 'everybody' }, 'visibility'],
    [{}, 'visibility'],
    [{ visibility: 'role' }, 'role'],
    [{ visibility: 'role', role: 999_999 }, 'role'],
    [{ visibility: 'role', role: '1' }, 'role'],
  ])('refuses %j', async (body, field) => {
    const { id } = await made(manager, {})
    const answer = await manager.post(`/profile/view/${id}/share`, body)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  })

  test('leaves its trace in the audit log', async () => {
    const { id } = await made(manager, {})
    await share(manager, id, 'all')
    const { rows } = await sql`
      select user_id, before, after from audit_log
      where resource = 'saved_views' and record_id = ${id} and action = 'update'`.execute(
      server.backend.database.sql,
    )
    expect(rows).toEqual([
      {
        user_id: manager.id,
        before: { visibility: 'private', role: null },
        after: { visibility: 'all', role: null },
      },
    ])
  })

  test('shows nobody more than their own permissions allow', async () => {
    const privileged = await server.user([
      'lead.view',
      'lead.sensitive.view',
      'lead.contact.view',
      'views.share',
    ])
    const { id } = await made(privileged, {
      filter: { country: [1], phone_key: '447700900123', email: 'ada@example.com' },
      sort: 'email',
      columns: ['id', 'purchase_site'],
    })
    await share(privileged, id, 'all')
    const { body } = await sender.get(`/profile/view/${id}`)
    expect(body.data.settings).toEqual({
      filter: { country: [1] },
      columns: ['id'],
      dropped: 3,
    })
    expect(JSON.stringify(body)).not.toMatch(/447700900123|phone_key|purchase_site|ada@/)
    const own = await made(sender, { filter: { email: 'ada@example.com' } })
    expect(own.settings).toEqual({ filter: { email: 'ada@example.com' } })
  })

  test('H3: shows nothing of a list that a reader may not open', async () => {
    const { id } = await made(manager, {})
    await share(manager, id, 'all')
    const outsider = await server.user([])
    expect((await outsider.get(`/profile/view/${id}`)).status).toBe(404)
    expect((await outsider.get(`/profile/view/${id}/timeline`)).status).toBe(404)
    expect((await outsider.get('/profile/view/search')).body.data).toEqual([])
  })

  test('H3: history says no more than the view, and nothing from before it was shared', async () => {
    const holder = await server.user([
      'lead.view',
      'lead.contact.view',
      'views.share',
      'options.users.all',
    ])
    const filter = { email: 'victim@secret.example', country: [1] }
    const { id } = await made(holder, { filter, search: 'early@secret.example' })
    await holder.put(`/profile/view/${id}`, { name: 'Draft of a secret' })
    await share(holder, id, 'all')
    const later = { filter: { ...filter, country: [2] }, search: 'late@secret.example' }
    await holder.put(`/profile/view/${id}`, { name: 'Final', settings: later })
    const { body } = await sender.get(`/profile/view/${id}/timeline`)
    const changes = body.data.map((entry: any) =>
      Object.fromEntries(entry.changes.map((one: any) => [one.field, [one.before, one.after]])),
    )
    expect(changes).toEqual([
      {
        name: ['Draft of a secret', 'Final'],
        settings: [
          { filter: { country: [1] }, dropped: 2 },
          { filter: { country: [2] }, dropped: 2 },
        ],
      },
      { visibility: [null, 'all'] },
    ])
    expect(JSON.stringify(body)).not.toContain('secret.example')
    const pages = await sender.get(`/profile/view/${id}/timeline?before=${body.data[0].id}`)
    expect(pages.body.data).toHaveLength(1)
    const own = await holder.get(`/profile/view/${id}/timeline`)
    expect(own.body.data).toHaveLength(4)
    expect(JSON.stringify(own.body)).toContain('early@secret.example')
    const shown = async () => (await sender.get(`/profile/view/${id}`)).body.data.settings
    expect(await shown()).toEqual({ filter: { country: [2] }, dropped: 2 })
    await holder.put(`/profile/view/${id}`, { settings: { search: 'freya.jones20' } })
    expect(await shown()).toEqual({ filter: {}, dropped: 1 })
    await holder.put(`/profile/view/${id}`, { settings: { search: "Freya O'Brien" } })
    expect(await shown()).toEqual({ filter: {}, search: "Freya O'Brien" })
  })

  test('L13: keeps no role from being deleted, and administrators see and delete what is shared', async () => {
    const admin = await server.as('Administrator')
    const role = await admin.make('/management/role', { name: 'Short-lived', permissions: [] })
    const { id } = await made(manager, {})
    await share(manager, id, 'role', role)
    const others = await made(manager, {})
    await share(manager, others.id, 'all')
    const secret = await made(manager, {})
    expect((await admin.get(`/profile/view/${id}`)).status).toBe(200)
    expect((await admin.get(`/profile/view/${secret.id}`)).status).toBe(404)
    expect((await sender.delete(`/profile/view/${others.id}`)).status).toBe(403)
    expect((await admin.put(`/profile/view/${others.id}`, { name: 'Mine' })).status).toBe(403)
    expect((await admin.delete(`/profile/view/${others.id}`)).status).toBe(200)
    const { status, body } = await admin.delete(`/management/role/${role}`)
    expect([status, body.message]).toEqual([200, expect.stringContaining('deleted')])
    const { data } = (await manager.get(`/profile/view/${id}`)).body
    expect([data.visibility, data.role]).toEqual(['private', null])
  })

  test('L13: of a user who is gone is deleted by an administrator', async () => {
    const admin = await server.as('Administrator')
    const leaver = await server.user(['lead.view', 'views.share'])
    const { id } = await made(leaver, {})
    await share(leaver, id, 'all')
    expect((await admin.delete(`/management/user/${leaver.id}`)).status).toBe(200)
    expect((await admin.delete(`/profile/view/${id}`)).status).toBe(200)
  })
})
