import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'

import { session } from '../../../src/browser/client/session/session.ts'
import { api, serveApi, visit } from './console.tsx'

serveApi()

const view = 'user.profile.view'
const update = [view, 'user.profile.update']

const signIn = (id: number, changes: object = {}) => ({
  id,
  browser: 'Firefox',
  system: 'Linux',
  user_agent: 'Mozilla/5.0 Firefox/140.0',
  ip: `192.0.2.${id}`,
  created_at: '2026-01-30T08:00:00Z',
  last_used_at: '2026-01-31T14:30:00Z',
  expires_at: '2026-02-01T08:00:00Z',
  is_current: false,
  ...changes,
})

const granted = [
  { name: 'lead.view', group: 'Leads', description: 'See the list of leads' },
  { name: 'lead.create', group: 'Leads', description: 'Create leads' },
  { name: 'user.profile.view', group: 'Profile', description: 'See the own profile' },
]

beforeEach(() => {
  const signIns = [
    signIn(1, { is_current: true }),
    signIn(2, { browser: 'Safari', system: 'iPhone' }),
  ]
  api.answer('GET /api/profile/sessions', { body: { data: signIns } })
  api.answer('GET /api/profile/permissions', { body: { data: granted } })
  api.answer('GET /api/localizations', { body: { en: 'English', de: 'Deutsch' } })
})

const open = async (permissions: readonly string[] = update) => {
  const visited = visit('/profile', permissions)
  await screen.findByRole('heading', { level: 1, name: 'Profile' })
  return visited
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

describe('the profile', () => {
  it('needs user.profile.view', async () => {
    visit('/profile', [])
    await screen.findByRole('heading', { name: 'No permission' })
    expect(api.callsTo('GET /api/profile/sessions')).toEqual([])
  })

  it('shows name, e-mail, language, time zone and page size', async () => {
    await open()
    expect(field('Name').value).toBe('Ada Lovelace')
    expect([field('E-mail').value, field('E-mail').readOnly]).toEqual(['ada@example.com', true])
    expect(screen.getByRole('combobox', { name: 'Language' }).textContent).toBe('English')
    expect(field('Time zone').value).toBe('UTC')
    expect(screen.getByRole('combobox', { name: 'Rows per page' }).textContent).toBe('25')
  })

  it('is only to read without user.profile.update', async () => {
    await open([view])
    expect(field('Name').readOnly).toBe(true)
    expect(field('Time zone').disabled).toBe(true)
    expect(screen.getByRole('combobox', { name: 'Language' }).ariaDisabled).toBe('true')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('saves what was changed, and the console follows', async () => {
    const settings = { locale: 'de', timezone: 'Europe/Berlin', per_page: 50 }
    api.answer('PUT /api/profile', { body: { data: { name: 'Ada King', settings } } })
    const { person } = await open()
    await person.clear(field('Name'))
    await person.type(field('Name'), 'Ada King')
    await person.click(screen.getByRole('combobox', { name: 'Language' }))
    await person.click(await screen.findByRole('option', { name: 'Deutsch' }))
    await person.clear(field('Time zone'))
    await person.type(field('Time zone'), 'Berlin')
    await person.click(await screen.findByRole('option', { name: 'Europe/Berlin' }))
    await person.click(screen.getByRole('combobox', { name: 'Rows per page' }))
    await person.click(await screen.findByRole('option', { name: '50' }))
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Profile successfully updated')
    expect(api.callsTo('PUT /api/profile')[0]?.body).toEqual({ name: 'Ada King', ...settings })
    expect(session.read()).toMatchObject({ name: 'Ada King', settings })
    await screen.findByRole('button', { name: /Ada King/ })
    expect(document.documentElement.lang).toBe('de')
  })

  it('shows the server’s words under the fields', async () => {
    const refused = (errors: object) => ({ status: 422, body: { message: 'Check', errors } })
    api.answer('PUT /api/profile', refused({ name: ['Use at least 2 characters'] }))
    const { person } = await open()
    await person.clear(field('Name'))
    await person.type(field('Name'), 'A')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Use at least 2 characters')
    expect(field('Name').getAttribute('aria-invalid')).toBe('true')
    api.answer('PUT /api/profile', refused({ timezone: ['Choose a time zone'] }))
    await person.type(field('Name'), 'da')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Choose a time zone')
  })

  it('says in words that the server has not answered', async () => {
    api.answer('PUT /api/profile', { breaks: true })
    const { person } = await open()
    await person.type(field('Name'), 'x')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    const section = screen.getByRole('region', { name: 'Personal' })
    const alert = await within(section).findByRole('alert')
    expect(alert.textContent).toBe('The server is unavailable')
  })

  it('keeps what is being typed while the profile is refreshed', async () => {
    const { person } = await open()
    await person.type(field('Name'), ' King')
    session.write({ ...session.read()!, total_notifications: 2 })
    await waitFor(() => expect(session.read()?.total_notifications).toBe(2))
    expect(field('Name').value).toBe('Ada Lovelace King')
  })

  it('warns before unsaved changes are left, also for a page below its address', async () => {
    const { person } = await open([...update, 'user.profile.job.view'])
    await person.type(field('Name'), ' King')
    await person.click(screen.getByRole('button', { name: /Account of/ }))
    await person.click(screen.getByRole('menuitem', { name: 'Jobs' }))
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' })
    await person.click(within(question).getByRole('button', { name: 'Go on editing' }))
    expect(window.location.pathname).toBe('/profile')
    expect(field('Name').value).toBe('Ada Lovelace King')
    await person.click(await screen.findByRole('button', { name: /Account of/ }))
    await person.click(screen.getByRole('menuitem', { name: 'Jobs' }))
    await person.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(window.location.pathname).toBe('/profile/jobs'))
  })
})

describe('11.9 the notifications that somebody wants', () => {
  const path = '/api/profile/notification/kinds'
  const bell = 'user.profile.notification.view'
  const kind = { event: 'contract_ends', title: 'A contract ends soon', is_quiet: false }
  const wanted = () => screen.findByRole<HTMLInputElement>('switch', { name: kind.title })

  it('are switches, each kept at once', async () => {
    api.answer(`GET ${path}`, { body: { data: [kind] } })
    api.answer(`PUT ${path}/contract_ends`, { body: { message: 'Done', data: {} } })
    const { person } = await open([...update, bell])
    expect((await wanted()).checked).toBe(true)
    api.answer(`GET ${path}`, { body: { data: [{ ...kind, is_quiet: true }] } })
    await person.click(await wanted())
    await waitFor(async () => expect((await wanted()).checked).toBe(false))
    expect(api.callsTo(`PUT ${path}/contract_ends`)[0]?.body).toEqual({ is_quiet: true })
  })

  it('stay as they are where the server refuses', async () => {
    api.answer(`GET ${path}`, { body: { data: [kind] } })
    api.answer(`PUT ${path}/contract_ends`, { status: 403, body: { message: 'Not yours' } })
    const { person } = await open([...update, bell])
    await person.click(await wanted())
    await screen.findByText('Not yours')
    await waitFor(async () => expect((await wanted()).checked).toBe(true))
  })

  it('say once that the server has not answered', async () => {
    api.answer(`GET ${path}`, { body: { data: [kind] } })
    api.answer(`PUT ${path}/contract_ends`, { breaks: true })
    const { person } = await open([...update, bell])
    await person.click(await wanted())
    await screen.findByText('The server is unavailable')
    await waitFor(async () => expect((await wanted()).disabled).toBe(false))
    expect(screen.getAllByText('The server is unavailable')).toHaveLength(1)
  })

  it('are only to read without user.profile.update', async () => {
    api.answer(`GET ${path}`, { body: { data: [kind] } })
    await open([view, bell])
    expect((await wanted()).disabled).toBe(true)
  })

  it('are no part of the page for who has no bell', async () => {
    await open()
    await screen.findByRole('heading', { name: 'Permissions' })
    expect(screen.queryByRole('heading', { name: 'Notifications' })).toBeNull()
    expect(api.callsTo(`GET ${path}`)).toEqual([])
  })
})

describe('the password', () => {
  const change = async (current: string, next: string) => {
    const { person } = await open()
    await person.type(field('Current password'), current)
    await person.type(field('New password'), next)
    await person.click(screen.getByRole('button', { name: 'Change password' }))
  }

  it('is changed, and the form is empty again', async () => {
    api.answer('PUT /api/profile/password', { body: { message: 'Done', data: {} } })
    await change('the old one', 'a new long one')
    await screen.findByText('Password successfully updated')
    expect(api.callsTo('PUT /api/profile/password')[0]?.body).toEqual({
      current_password: 'the old one',
      new_password: 'a new long one',
    })
    expect(field('New password').value).toBe('')
    expect(screen.getByRole('button', { name: 'Change password' })).toHaveProperty(
      'disabled',
      false,
    )
    await waitFor(() => expect(api.callsTo('GET /api/profile/sessions')).toHaveLength(2))
  })

  it('is refused with a message under each field', async () => {
    const errors = {
      current_password: ['This is not your current password'],
      new_password: ['Use at least 12 characters'],
    }
    api.answer('PUT /api/profile/password', { status: 422, body: { message: 'Check', errors } })
    await change('wrong', 'short')
    await screen.findByText('This is not your current password')
    expect(screen.getByText('Use at least 12 characters')).toBeTruthy()
    expect(field('New password').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('the active sign-ins', () => {
  const rows = async () => {
    const section = await screen.findByRole('region', { name: 'Active sign-ins' })
    await within(section).findAllByRole('listitem')
    return within(section).getAllByRole('listitem')
  }

  it('show device, address and time, the current one marked', async () => {
    await open()
    const [first, second] = await rows()
    expect(first?.textContent).toMatch(/Firefox on Linux192\.0\.2\.1.*Jan 31, 2026.*This one$/)
    expect(second?.textContent).toMatch(/Safari on iPhone192\.0\.2\.2/)
    expect(second?.textContent).not.toContain('This one')
  })

  it('of a program that signs in before each call are shown some at a time, and ended together', async () => {
    const others = Array.from({ length: 119 }, (_, at) => signIn(at + 2))
    const data = [signIn(1, { is_current: true }), ...others]
    api.answer('GET /api/profile/sessions', { body: { data } })
    const { person } = await open()
    expect(await rows()).toHaveLength(50)
    await person.click(screen.getByRole('button', { name: 'See more' }))
    expect(await rows()).toHaveLength(100)
    await person.click(screen.getByRole('button', { name: 'See more' }))
    expect(await rows()).toHaveLength(120)
    expect(screen.queryByRole('button', { name: 'See more' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Sign out others' }))
    await screen.findByText('End the 119 other sign-ins?')
  })

  it('are ended but for this one, after a question', async () => {
    api.answer('DELETE /api/profile/sessions', () => {
      api.answer('GET /api/profile/sessions', { body: { data: [signIn(1, { is_current: true })] } })
      return { body: { message: 'Other sessions signed out', data: { ended: 1 } } }
    })
    const { person } = await open()
    await rows()
    await person.click(screen.getByRole('button', { name: 'Sign out others' }))
    const dialog = await screen.findByRole('dialog', { name: 'Sign out others' })
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(api.callsTo('DELETE /api/profile/sessions')).toEqual([])
    await person.click(within(dialog).getByRole('button', { name: 'Sign out' }))
    await screen.findByText('Other sessions signed out')
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Sign out others' })).toBeNull()
  })

  it('stay asked about while they are not ended', async () => {
    api.answer('DELETE /api/profile/sessions', { status: 409, body: { message: 'Out of order' } })
    const { person } = await open()
    await rows()
    await person.click(screen.getByRole('button', { name: 'Sign out others' }))
    const dialog = await screen.findByRole('dialog', { name: 'Sign out others' })
    const end = within(dialog).getByRole('button', { name: 'Sign out' })
    await person.click(end)
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Out of order')
    expect(end.getAttribute('aria-disabled')).toBe('false')
  })

  it('say in their dialog alone that the server has not answered', async () => {
    api.answer('DELETE /api/profile/sessions', { breaks: true })
    const { person } = await open()
    await rows()
    await person.click(screen.getByRole('button', { name: 'Sign out others' }))
    const dialog = await screen.findByRole('dialog', { name: 'Sign out others' })
    await person.click(within(dialog).getByRole('button', { name: 'Sign out' }))
    await within(dialog).findByRole('alert')
    expect(screen.getAllByText('The server is unavailable')).toHaveLength(1)
  })

  it('say at once that they have not come, and are not asked for again behind that', async () => {
    api.answer('GET /api/profile/sessions', { status: 500 })
    await open()
    const section = screen.getByRole('region', { name: 'Active sign-ins' })
    await within(section).findByText('The server is unavailable')
    expect(api.callsTo('GET /api/profile/sessions')).toHaveLength(1)
  })

  it('are left out where a server does not know them', async () => {
    api.answer('GET /api/profile/sessions', { status: 404, body: { message: 'Not found.' } })
    await open()
    await waitFor(() => expect(screen.queryByText('Active sign-ins')).toBeNull())
  })
})

describe('the own permissions', () => {
  const groups = async () => {
    const section = await screen.findByRole('region', { name: 'Permissions' })
    await within(section).findAllByRole('group')
    return within(section)
      .getAllByRole('group')
      .map((one) => one.querySelector('summary')?.textContent)
  }

  it('stand under the headings of the role editor, in words', async () => {
    await open()
    expect(await groups()).toEqual(['Leads 2', 'Profile 1'])
    expect(screen.getByText('See the list of leads')).toBeTruthy()
    expect(screen.getByText('lead.view')).toBeTruthy()
  })

  it('stand under their first word where a server tells only their names', async () => {
    api.answer('GET /api/profile/permissions', { status: 404, body: { message: 'Not found.' } })
    await open([view, 'lead.view', 'lead.create'])
    expect(await groups()).toEqual(['lead 2', 'user 1'])
  })
})

describe('the user menu (specification 2)', () => {
  const items = async (permissions: readonly string[]) => {
    const { person } = visit('/help', permissions)
    await person.click(await screen.findByRole('button', { name: /Account of/ }))
    return screen
      .getAllByRole('menuitem')
      .slice(1)
      .map((one) => [one.textContent, one.getAttribute('href')])
  }

  it('has jobs, notifications, profile and sign out', async () => {
    const all = [view, 'user.profile.job.view', 'user.profile.notification.view']
    expect(await items(all)).toEqual([
      ['Jobs', '/profile/jobs'],
      ['Notifications', '/profile/notifications'],
      ['Profile', '/profile'],
      ['Sign out', null],
    ])
  })

  it('leaves a way to the password to whoever has no profile page', async () => {
    expect(await items([])).toEqual([
      ['Change password', null],
      ['Sign out', null],
    ])
  })
})
