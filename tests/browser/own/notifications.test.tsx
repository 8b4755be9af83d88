import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { messageOf } from '#schema'

import { answerRecords, api, notice, noticeRecord, serveApi, visit } from './console.tsx'

serveApi()

const view = 'user.profile.notification.view'
const all = [view, 'user.profile.notification.delete', 'user.profile.job.view']

const items = () => screen.findAllByRole('menuitem')
const openBell = async (person: ReturnType<typeof visit>['person'], name: string) =>
  person.click(await screen.findByRole('button', { name }))

const path = 'profile/notification'

describe('the bell (specification 2)', () => {
  it('links each message, with title, message and updated time, to profile/notification/{id}', async () => {
    const notifications = [notice(1), notice(2)]
    const { person } = visit('/help', [view], { notifications, total_notifications: 2 })
    await openBell(person, 'Notifications (2)')
    expect((await items()).map((one) => one.getAttribute('href'))).toEqual([
      '/profile/notification/1',
      '/profile/notification/2',
    ])
    expect((await items())[0]?.textContent).toMatch(
      /^Title 1Message 1Jan 31, 2026 \d\d:\d\d:00 \(.+ ago\)$/,
    )
  })

  it('says how often a message happened that stands for several', async () => {
    const notifications = [notice(1, { count: 3 }), notice(2, { count: 1 })]
    const { person } = visit('/help', [view], { notifications, total_notifications: 2 })
    await openBell(person, 'Notifications (2)')
    const [often, once] = (await items()).map((one) => one.textContent)
    expect(often).toMatch(/ ago\) · Happened 3 times$/)
    expect(once).toMatch(/ ago\)$/)
  })

  it.each([
    [3, false],
    [4, true],
  ])('with %i messages has a see-more link: %s', async (total, hasMore) => {
    const notifications = [notice(1), notice(2), notice(3)]
    const { person } = visit('/help', [view], { notifications, total_notifications: total })
    await openBell(person, `Notifications (${total})`)
    await screen.findByText('Title 1')
    const more = screen.queryByRole('menuitem', { name: 'See more' })
    expect(more?.getAttribute('href')).toBe(hasMore ? '/profile/notifications' : undefined)
  })

  it('says "no messages" when there are none', async () => {
    const { person } = visit('/help', [view])
    await openBell(person, 'Notifications')
    expect((await items()).map((one) => one.textContent)).toEqual(['no messages'])
  })

  it('says an event in the user’s language, with its values', async () => {
    api.answer('GET /api/localizations/en', {
      body: {
        'notifications.tea.title': 'Tee',
        'notifications.tea.message': 'Für %{who}',
        'messages.export_of': 'Ausfuhr: %{things}',
      },
    })
    const values = {
      who: messageOf('messages.export_of', 'Export of %{things}', { things: 'Leads' }),
    }
    const notifications = [notice(1, { event: 'tea', values }), notice(2)]
    const { person } = visit('/help', [view], { notifications, total_notifications: 2 })
    await openBell(person, 'Notifications (2)')
    expect(await screen.findByText('Für Ausfuhr: Leads')).toBeTruthy()
    expect(screen.getByText('Tee')).toBeTruthy()
    expect(screen.getByText('Message 2')).toBeTruthy()
  })

  it('writes a day as days are written everywhere', async () => {
    const message = 'The tea ends on %{date}.'
    api.answer('GET /api/localizations/en', { body: { 'notifications.tea.message': message } })
    const notifications = [notice(1, { event: 'tea', values: { date: '2026-03-05' } })]
    const { person } = visit('/help', [view], { notifications, total_notifications: 1 })
    await openBell(person, 'Notifications (1)')
    expect(await screen.findByText('The tea ends on Mar 05, 2026.')).toBeTruthy()
  })

  it('rings at once when the stream tells of a notification', async () => {
    let tell = (_text: string) => {}
    api.answer('GET /api/events', { streams: (write) => (tell = write) })
    visit('/help', [view])
    await screen.findByRole('button', { name: 'Notifications' })
    await waitFor(() => expect(api.callsTo('GET /api/events')).toHaveLength(1))
    await waitFor(() => expect(api.callsTo('GET /api/profile')).toHaveLength(1))
    const profile = { permissions: [view], notifications: [notice(1)], total_notifications: 1 }
    api.answer('GET /api/profile', { body: { data: profile } })
    tell('event: change\ndata: {"resource":"notifications","id":1,"version":null}\n\n')
    await screen.findByRole('button', { name: 'Notifications (1)' })
  })
})

describe('the list of notifications', () => {
  it('shows title, message, time and what is unread', async () => {
    answerRecords(path, [noticeRecord(2), noticeRecord(1, { read_at: '2026-02-01T10:00:00Z' })])
    visit('/profile/notifications', all)
    const unread = (await screen.findByText('Title 2')).closest('tr')!
    expect(within(unread).getByText('Message 2')).toBeTruthy()
    expect(within(unread).getByText('Unread')).toBeTruthy()
    expect(within(unread).getByText(/^Jan 31, 2026/)).toBeTruthy()
    expect(within(unread).getByRole('link', { name: 'Title 2' }).getAttribute('href')).toBe(
      '/profile/notification/2',
    )
    const read = screen.getByText('Title 1').closest('tr')!
    expect(within(read).queryByText('Unread')).toBeNull()
    expect(within(read).getByText(/^Feb 01, 2026/)).toBeTruthy()
  })

  it('is filtered by unread', async () => {
    answerRecords(path, [noticeRecord(1)])
    const { person } = visit('/profile/notifications', all)
    await person.click(await screen.findByRole('button', { name: 'Only unread' }))
    const last = () => api.callsTo(`GET /api/${path}/search`).at(-1)?.path
    await waitFor(() => expect(last()).toContain('read_at_empty=true'))
    expect(screen.getByRole('button', { name: 'Only unread', pressed: true })).toBeTruthy()
  })

  it('marks all as read, and the bell with it', async () => {
    answerRecords(path, [noticeRecord(1)])
    api.answer(`POST /api/${path}/read/all`, () => {
      answerRecords(path, [noticeRecord(1, { read_at: '2026-02-01T10:00:00Z' })])
      api.answer('GET /api/profile', {
        body: { data: { notifications: [], total_notifications: 0 } },
      })
      return { body: { message: 'All notifications are marked as read', data: { read: 1 } } }
    })
    const bell = { notifications: [notice(1)], total_notifications: 1 }
    const { person } = visit('/profile/notifications', all, bell)
    await person.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    await screen.findByText('All notifications are marked as read')
    await screen.findByRole('button', { name: 'Notifications' })
    await waitFor(() => expect(screen.queryByText('Unread')).toBeNull())
    const button = screen.getByRole('button', { name: 'Mark all as read' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  it('asks the server nothing for whoever may not see it', async () => {
    visit('/profile/notifications', [])
    await screen.findByRole('heading', { name: 'No permission' })
    expect(api.callsTo(`GET /api/${path}/search`)).toEqual([])
  })
})

describe('the page of a notification', () => {
  const open = async (changes: object = {}, permissions = all) => {
    answerRecords(path, [noticeRecord(4, changes)])
    api.answer(`POST /api/${path}/4/read`, { body: { message: 'Read', data: { id: 4 } } })
    const visited = visit('/profile/notification/4', permissions)
    await screen.findByRole('heading', { level: 1, name: 'Title 4' })
    return visited
  }

  it('shows message and time, leads to the thing, and marks it as read once', async () => {
    await open({ message: 'A whole message that is longer than any cell of a list may be' })
    expect(screen.getByText(/^A whole message that is longer/)).toBeTruthy()
    expect(screen.getByText(/^Jan 31, 2026/)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Open the job' })
    expect(link.getAttribute('href')).toBe('/profile/jobs/7/show')
    await waitFor(() => expect(api.callsTo(`POST /api/${path}/4/read`)).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(api.callsTo(`POST /api/${path}/4/read`)).toHaveLength(1)
  })

  it('is called in the user’s language in the trail above it too', async () => {
    api.answer('GET /api/localizations/en', { body: { 'notifications.tea.title': 'Tee' } })
    const record = noticeRecord(4, { event: 'tea', read_at: '2026-01-31T12:00:00Z' })
    api.answer(`GET /api/${path}/4`, { body: { data: record } })
    visit(`/${path}/4`, all)
    expect(await screen.findByRole('heading', { name: 'Tee' })).toBeTruthy()
    const trail = screen.getByRole('navigation', { name: 'You are here' })
    await waitFor(() => expect(within(trail).getByText('Tee')).toBeTruthy())
  })

  it('of one that is read tells the server nothing', async () => {
    await open({ read_at: '2026-02-01T10:00:00Z' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(api.callsTo(`POST /api/${path}/4/read`)).toEqual([])
  })

  it('says how often it happened', async () => {
    await open({ count: 3 })
    expect(screen.getByText(/Happened 3 times/)).toBeTruthy()
  })

  it.each([
    ['without a thing', { resource: null, record_id: null }, all],
    ['of a thing that is gone', { event: 'role_deleted', resource: 'roles' }, all],
    ['of a thing that nobody declared', { resource: 'ghosts' }, all],
    ['of a thing that the user may not see', {}, [view]],
  ])('%s has no link to it', async (_what, changes, permissions) => {
    await open(changes, permissions)
    expect(screen.queryByRole('link', { name: /^Open the/ })).toBeNull()
  })

  it('deletes it after asking, and goes back to the list', async () => {
    api.answer(`DELETE /api/${path}/4`, { body: { message: 'Deleted', data: { id: 4 } } })
    const { person } = await open()
    await person.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog')
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(window.location.pathname).toBe('/profile/notifications'))
    expect(api.callsTo(`DELETE /api/${path}/4`)).toHaveLength(1)
  })

  it('has no button to delete without the permission', async () => {
    await open({}, [view])
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  })

  it('B29: of somebody else says that there is none, and leads to the list', async () => {
    api.answer(`GET /api/${path}/9`, { status: 404, body: { message: 'Not found.' } })
    visit('/profile/notification/9', all)
    await screen.findByText('Not found.')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    const toList = screen.getByRole('link', { name: 'Open the list' })
    expect(toList.getAttribute('href')).toBe('/profile/notifications')
  })
})
