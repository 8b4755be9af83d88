import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import type { Notice, Session } from '../../../src/browser/client/session/session.ts'
import { session } from '../../../src/browser/client/session/session.ts'
import { api, serveApi, visit } from './console.tsx'
import { everything } from './fixture.ts'

serveApi()

const bell = 'user.profile.notification.view'

const notice = (id: number): Notice => ({
  id,
  data: { title: `Title ${id}`, message: `Message ${id}` },
  updated_at: '2026-01-31T14:30:00Z',
})

const who = 'Ada Lovelaceada@example.com'

const items = () => screen.getAllByRole('menuitem').map((one) => one.textContent)

describe('the user menu', () => {
  const open = async (permissions: readonly string[]) => {
    const { person } = visit('/help', permissions)
    await person.click(await screen.findByRole('button', { name: 'Account of Ada Lovelace' }))
    return person
  }

  it('leads to what the user may see and what exists', async () => {
    await open([...everything, bell, 'user.profile.view'])
    expect(items()).toEqual([who, 'Jobs', 'Profile', 'Sign out'])
  })

  it('always offers to sign out', async () => {
    await open([])
    expect(items()).toEqual([who, 'Change password', 'Sign out'])
  })

  it('changes the password, with the server’s words under the fields', async () => {
    const errors = { current_password: ['This is not your current password'] }
    api.answer('PUT /api/profile/password', { status: 422, body: { message: 'Check', errors } })
    const person = await open([])
    await person.click(screen.getByRole('menuitem', { name: 'Change password' }))
    await person.type(await screen.findByLabelText('Current password'), 'old')
    await person.type(screen.getByLabelText('New password'), 'a new long one')
    await person.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText('This is not your current password')
    api.answer('PUT /api/profile/password', { body: { message: 'Done' } })
    await person.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText('Password successfully updated')
    expect(api.callsTo('PUT /api/profile/password')[1]?.body).toEqual({
      current_password: 'old',
      new_password: 'a new long one',
    })
  })
})

it('a user with a password from somebody else must change it before anything else', async () => {
  visit('/library/authors', everything, { must_change_password: true })
  await screen.findByText('Choose a password of your own before you go on.')
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  // Long enough for everything that is asked for after a moment.
  await new Promise((resolve) => setTimeout(resolve, 500))
  const asked = new Set(api.calls.map(({ path }) => path.split('/')[2]))
  expect([...asked]).toEqual(['localizations'])
})

describe('the bell', () => {
  const show = (changes: Partial<Session>, permissions = [bell]) =>
    visit('/help', permissions, changes)

  it('is there only with its permission', async () => {
    show({ total_notifications: 3 }, [])
    await screen.findByRole('button', { name: 'Help' })
    expect(screen.queryByRole('button', { name: /Notifications/ })).toBeNull()
  })

  it('says so when there are no messages', async () => {
    const { person } = show({})
    await person.click(await screen.findByRole('button', { name: 'Notifications' }))
    expect(items()).toEqual(['no messages'])
  })

  it.each([
    [98, '98'],
    [99, '99+'],
    [250, '99+'],
  ])('counts %i as %s', async (total, text) => {
    show({ total_notifications: total })
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('lists messages with title, text and time, and links to no screen that is not there', async () => {
    const notifications = [notice(1), notice(2)]
    const { person } = show({ notifications, total_notifications: 5 })
    await person.click(await screen.findByRole('button', { name: 'Notifications (5)' }))
    expect(items()).toHaveLength(2)
    expect(items()[0]).toMatch(/^Title 1Message 1Jan 31, 2026 \d\d:30:00 \(.+ ago\)$/)
    expect(document.querySelector('[role=menuitem][href]')).toBeNull()
  })
})

describe('the languages', () => {
  it('are no choice while there is one', async () => {
    visit('/help', everything)
    await waitFor(() => expect(api.callsTo('GET /api/localizations')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Language' })).toBeNull()
  })

  it('translate the console at once, and are kept with the user', async () => {
    api.answer('GET /api/localizations', { body: { en: 'English', de: 'Deutsch' } })
    api.answer('GET /api/localizations/de', { body: { 'console.help': 'Hilfe' } })
    api.answer('PUT /api/profile/settings', { body: { data: { settings: { locale: 'de' } } } })
    const { person } = visit('/help', everything)
    await person.click(await screen.findByRole('button', { name: 'Language' }))
    await person.click(screen.getByRole('menuitemradio', { name: 'Deutsch' }))
    await screen.findByRole('heading', { level: 1, name: 'Hilfe' })
    expect(document.documentElement.lang).toBe('de')
    expect(api.callsTo('PUT /api/profile/settings')[0]?.body).toEqual({ locale: 'de' })
  })
})

it('the theme is switched and remembered', async () => {
  const { person } = visit('/help', everything)
  await person.click(await screen.findByRole('button', { name: 'Dark theme' }))
  expect(await screen.findByRole('button', { name: 'Light theme' })).toBeTruthy()
  expect(document.documentElement.style.colorScheme).toBe('dark')
  expect(window.localStorage.getItem('leadgate.preference.theme')).toBe('"dark"')
})

it('a refreshed profile shows in the header', async () => {
  visit('/help', [])
  await screen.findByRole('button', { name: 'Account of Ada Lovelace' })
  act(() => session.write({ ...session.read()!, name: 'Ada King' }))
  expect(await screen.findByRole('button', { name: 'Account of Ada King' })).toBeTruthy()
})
