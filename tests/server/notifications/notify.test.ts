import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { notify, type Notice } from '../../../src/server/notifications/notify.ts'
import { forgetNotices } from '../../../src/server/notifications/unread.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'
import { listen, openEvents } from '../events/listening.ts'

const rights = ['user.profile.notification.view', 'user.profile.notification.delete']

let server: TestServer
let ada: Client
let bob: Client

beforeAll(async () => {
  server = await createTestServer({})
  ada = await server.user([...rights, 'audit.view', 'user.profile.update'], { name: 'Ada' })
  bob = await server.user(rights, { name: 'Bob' })
})
afterAll(() => server.close())
beforeEach(() => sql`delete from notifications`.execute(server.backend.database.sql))

const kettle = {
  event: 'kettle_boils',
  title: 'The %{thing} boils',
  message: 'Come to %{place}, %{whom}.',
  values: { thing: 'kettle', place: 'the kitchen' },
}

const tell = (notice: Partial<Notice>) =>
  server.backend.database.sql
    .transaction()
    .execute((tx) => notify(tx, { ...kettle, to: [ada.id], ...notice }))

const list = async (client: Client, query = '') =>
  (await client.get(`/profile/notification/search${query}`)).body.data as any[]

const profile = async (client: Client) => (await client.get('/profile')).body.data

describe('a notification', () => {
  it('is kept in English, with the event and values that a translation is made of', async () => {
    await tell({ about: { resource: 'jobs', id: 7 } })
    expect(await list(ada)).toMatchObject([
      {
        user: ada.id,
        event: 'kettle_boils',
        title: 'The kettle boils',
        message: 'Come to the kitchen, %{whom}.',
        values: kettle.values,
        resource: 'jobs',
        record_id: 7,
        count: 1,
        read_at: null,
      },
    ])
  })

  it('has the form of its words that its count wants', async () => {
    const message = 'One cup is ready. |||| %{count} cups are ready.'
    await tell({ message, values: { count: 1 } })
    await tell({ message, values: { count: 2_000 }, event: 'cups_wait' })
    const told = (await list(ada)).map((one) => one.message).sort()
    expect(told).toEqual(['2,000 cups are ready.', 'One cup is ready.'])
  })

  it('writes a day as the console does', async () => {
    await tell({ message: 'Tea ends on %{date}.', values: { date: '2026-03-05' } })
    expect(await list(ada)).toMatchObject([{ message: 'Tea ends on Mar 05, 2026.' }])
  })

  it('is seen by its user alone, in the list, in the bell and by its address', async () => {
    await tell({})
    const [{ id }] = await list(ada)
    expect(await list(bob)).toEqual([])
    expect(await profile(bob)).toMatchObject({ notifications: [], total_notifications: 0 })
    expect((await ada.get(`/profile/notification/${id}`)).status).toBe(200)
    expect((await bob.get(`/profile/notification/${id}`)).status).toBe(404)
    expect((await bob.post(`/profile/notification/${id}/read`)).status).toBe(404)
    expect((await bob.delete(`/profile/notification/${id}`)).status).toBe(404)
    const bulk = await bob.post('/profile/notification/bulk/delete', { ids: [id] })
    expect(bulk.body.data).toMatchObject({ done: 0 })
    expect(await list(ada)).toMatchObject([{ id, read_at: null }])
  })

  it('goes to everyone who holds a permission, and to nobody who may not sign in', async () => {
    const eve = await server.user(['audit.view', ...rights])
    await sql`update users set is_active = false where id = ${eve.id}`.execute(
      server.backend.database.sql,
    )
    await tell({ to: { permission: 'audit.view' } })
    const { rows } = await sql<{ user: number }>`
      select "user" from notifications`.execute(server.backend.database.sql)
    expect(rows).toEqual([{ user: ada.id }])
  })

  it('goes with its fact: what is rolled back told nobody', async () => {
    const attempt = server.backend.database.sql.transaction().execute(async (tx) => {
      await notify(tx, { ...kettle, to: [ada.id] })
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    expect(await list(ada)).toEqual([])
  })

  it('cuts what is too long for its place', async () => {
    await tell({ values: { thing: 'x'.repeat(300), place: 'y'.repeat(900) } })
    const [one] = await list(ada)
    expect([one.title.length, one.message.length]).toEqual([120, 500])
  })
})

describe('11.9 a kind that a user has turned off', () => {
  const path = '/profile/notification/kinds'
  const kinds = async () => (await ada.get(path)).body.data
  const turn = (event: string, is_quiet: boolean, as = ada) =>
    as.put(`${path}/${event}`, { is_quiet })

  it('comes read and stands in the list, until it is turned on again', async () => {
    await tell({ to: [ada.id, bob.id] })
    expect(await kinds()).toEqual([
      { event: kettle.event, title: 'The kettle boils', is_quiet: false },
    ])
    expect((await turn(kettle.event, true)).status).toBe(200)
    await sql`delete from notifications`.execute(server.backend.database.sql)
    expect(await kinds()).toMatchObject([{ event: kettle.event, is_quiet: true }])
    await tell({ to: [ada.id, bob.id] })
    await tell({ to: [ada.id, bob.id], event: 'another' })
    expect(await profile(ada)).toMatchObject({ total_notifications: 1 })
    expect(await profile(bob)).toMatchObject({ total_notifications: 2 })
    const quiet = (await list(ada)).find(({ event }) => event === kettle.event)
    expect(quiet).toMatchObject({ count: 1, read_at: expect.any(String) })
    await tell({ to: [ada.id] })
    expect(await profile(ada)).toMatchObject({ total_notifications: 1 })
    expect((await turn(kettle.event, false)).status).toBe(200)
    await tell({ to: [ada.id] })
    expect(await profile(ada)).toMatchObject({ total_notifications: 2 })
  })

  it('is none that concerns the own account, nor one that never came, and takes user.profile.update', async () => {
    await tell({ event: 'new_device' })
    expect((await turn('new_device', true)).status).toBe(404)
    expect((await turn('never_heard', true)).status).toBe(404)
    await tell({ to: [bob.id] })
    expect((await turn(kettle.event, true, bob)).status).toBe(403)
  })
})

describe('the same event for the same thing', () => {
  const about = { resource: 'jobs', id: 7 }

  it('within an hour is one notification that counts, has the latest words and is unread again', async () => {
    await tell({ about })
    await ada.post('/profile/notification/read/all')
    const [before] = await list(ada)
    await tell({ about, values: { thing: 'pot', place: 'the hall' } })
    const [after, ...others] = await list(ada)
    expect(others).toEqual([])
    expect(after).toMatchObject({
      id: before.id,
      count: 2,
      title: 'The pot boils',
      values: { thing: 'pot' },
      read_at: null,
    })
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
  })

  it('after an hour is another', async () => {
    await tell({ about })
    await sql`
      update notifications set created_at = now() - interval '61 minutes'
    `.execute(server.backend.database.sql)
    await tell({ about })
    expect(await list(ada)).toMatchObject([{ count: 1 }, { count: 1 }])
  })

  it.each([
    ['another thing', { about: { resource: 'jobs', id: 8 } }],
    ['a thing of another kind', { about: { resource: 'users', id: 7 } }],
    ['no thing', {}],
    ['another event', { about, event: 'kettle_leaks' }],
  ])('is not the same with %s', async (_what, other) => {
    await tell({ about })
    await tell(other)
    expect(await list(ada)).toHaveLength(2)
  })

  it('of no thing is grouped too, for each user apart', async () => {
    await tell({})
    await tell({ to: [ada.id, bob.id] })
    expect(await list(ada)).toMatchObject([{ count: 2 }])
    expect(await list(bob)).toMatchObject([{ count: 1 }])
  })
})

describe('the bell', () => {
  it('has the latest three that are unread, and the number of all that are', async () => {
    for (let id = 1; id <= 5; id += 1) await tell({ about: { resource: 'jobs', id } })
    const [newest] = await list(ada)
    await ada.post(`/profile/notification/${newest.id}/read`)
    const { notifications, total_notifications } = await profile(ada)
    expect(total_notifications).toBe(4)
    expect(notifications.map(({ id }: any) => newest.id - id)).toEqual([1, 2, 3])
    expect(notifications[0]).toEqual({
      id: newest.id - 1,
      data: {
        title: 'The kettle boils',
        message: 'Come to the kitchen, %{whom}.',
        event: 'kettle_boils',
        values: kettle.values,
        count: 1,
      },
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
  })

  it('is empty for whoever may not see notifications', async () => {
    const carl = await server.user([])
    await tell({ to: [carl.id] })
    expect(await profile(carl)).toMatchObject({ notifications: [], total_notifications: 0 })
    expect((await carl.get('/profile/notification/search')).status).toBe(403)
    expect((await carl.post('/profile/notification/read/all')).status).toBe(403)
  })
})

describe('reading', () => {
  it('one marks it alone, keeps its time, and may be said twice', async () => {
    await tell({ about: { resource: 'jobs', id: 1 } })
    await tell({ about: { resource: 'jobs', id: 2 } })
    const [second, first] = await list(ada)
    for (let n = 0; n < 2; n += 1) {
      const { status, body } = await ada.post(`/profile/notification/${first.id}/read`)
      expect([status, body.data]).toEqual([200, { id: first.id }])
    }
    const shown = (await ada.get(`/profile/notification/${first.id}`)).body.data
    expect(shown.read_at).not.toBeNull()
    expect(shown.updated_at).toBe(first.updated_at)
    expect(await list(ada, '?read_at_empty=true')).toMatchObject([{ id: second.id }])
  })

  it('happens by saying so: looking at one leaves it unread', async () => {
    await tell({})
    const [{ id }] = await list(ada)
    await ada.get(`/profile/notification/${id}`)
    expect((await profile(ada)).total_notifications).toBe(1)
  })

  it('all marks all of one’s own and says how many', async () => {
    for (let id = 1; id <= 4; id += 1)
      await tell({ to: [ada.id, bob.id], about: { resource: 'jobs', id } })
    const { status, body } = await ada.post('/profile/notification/read/all')
    expect([status, body.data]).toEqual([200, { read: 4 }])
    expect((await profile(ada)).total_notifications).toBe(0)
    expect((await profile(bob)).total_notifications).toBe(4)
  })

  it('one that is not there is not found', async () => {
    expect((await ada.post('/profile/notification/999999/read')).status).toBe(404)
  })
})

describe('deleting', () => {
  it('one, and many, needs the permission', async () => {
    for (let id = 1; id <= 3; id += 1) await tell({ about: { resource: 'jobs', id } })
    const [one, ...others] = await list(ada)
    expect((await ada.delete(`/profile/notification/${one.id}`)).status).toBe(200)
    const ids = others.map(({ id }) => id)
    const { body } = await ada.post('/profile/notification/bulk/delete', { ids })
    expect(body.data).toMatchObject({ done: 2, skipped: 0 })
    expect(await list(ada)).toEqual([])
    const reader = await server.user([rights[0]!])
    await tell({ to: [reader.id] })
    const [mine] = await list(reader)
    expect((await reader.delete(`/profile/notification/${mine.id}`)).status).toBe(403)
  })
})

it('upkeep removes what is older than 180 days, and nothing else', async () => {
  for (const days of [179, 181]) {
    await tell({ about: { resource: 'jobs', id: days } })
    await sql`
      update notifications set updated_at = now() - make_interval(days => ${days})
      where record_id = ${days}`.execute(server.backend.database.sql)
  }
  await server.backend.jobs.upkeep()
  expect(await list(ada)).toMatchObject([{ record_id: 179 }])
  await forgetNotices(server.backend.database.sql)
  expect(await list(ada)).toHaveLength(1)
})

it('the live stream tells of a notification to its owner alone', async () => {
  const address = await listen(server)
  const [own, foreign] = await Promise.all(
    [ada, bob].map(({ token }) => openEvents(address, token)),
  )
  await tell({})
  const [{ id }] = await list(ada)
  const heard = await own!.next(({ data }) => data.resource === 'notifications' && data.id === id)
  expect(heard).toEqual({ event: 'change', data: { resource: 'notifications', id, version: null } })
  await tell({ to: [bob.id] })
  const [{ id: other }] = await list(bob)
  await foreign!.next(({ data }) => data.resource === 'notifications' && data.id === other)
  expect(foreign!.heard().filter(({ data }) => data.id === id)).toEqual([])
  expect(own!.heard().filter(({ data }) => data.id === other)).toEqual([])
  expect(own!.text()).not.toMatch(/kettle|kitchen/)
  own!.close()
  foreign!.close()
})

it('a business without the table of notifications does not start', async () => {
  const { notificationRoutes } =
    await import('../../../src/server/notifications/notificationRoutes.ts')
  const { testBackend } = await import('../../fixtures/backend.ts')
  const backend = testBackend(server.backend.database, { resources: [] })
  expect(() => notificationRoutes(server.app, backend)).toThrow('no resource "notifications"')
})
