import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import type { Resource } from '#schema'

import { views } from '../../../resources/index.browser.ts'
import { actionsOf, may } from '../../../src/browser/client/records/permitted.ts'
import type { Row } from '../../../src/browser/client/records/row.ts'
import { openPath } from '../../../src/browser/views/rows/cells/cells.tsx'
import { role } from '../../../src/system/role/role.ts'
import { session } from '../../../src/system/session/session.ts'
import { user } from '../../../src/system/user/user.ts'
import { ResourceCreate, ResourceEdit } from '../../../src/browser/views/ResourceForms.tsx'
import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import type { Views } from '../../../src/browser/views/resourceViews.ts'
import { userWith } from '../../browser/views/fixture.ts'
import { openScreens } from '../../browser/views/screens.tsx'
import { editorWithout, roleProvider } from './roleForm.tsx'

const sofia = {
  id: 3,
  version: 1,
  name: 'Sofia Lindqvist',
  email: 'sofia@example.com',
  roles: [2],
  is_active: true,
  must_change_password: false,
  locale: 'en',
  timezone: 'UTC',
  per_page: 25,
  labels: { roles: [{ id: 2, label: 'Manager' }] },
}

const decision = { answer: 'none', remedies: [{ grant: ['a.view'], withdraw: [] }], fields: [] }

function visit(path: string) {
  const answers: Record<string, unknown> = {
    '/localizations': { ar: 'العربية', en: 'English' },
    '/management/user/3/why?resource=users&operation=list': { data: decision },
    '/management/user/defaults': { data: { locale: 'ar', timezone: 'Europe/Berlin' } },
  }
  const update = vi.fn(async () => ({ data: sofia }))
  const provider = roleProvider({
    getList: (async () => ({ data: [sofia], total: 1 })) as never,
    getOne: async () => ({ data: sofia }) as never,
    update: update as never,
    options: vi.fn(async () => ({ data: [{ id: 2, name: 'Manager' }] })) as never,
    call: vi.fn(async (_method: string, address: string) => answers[address]) as never,
  })
  const editor = editorWithout()
  const held = ['management.user.view', 'management.user.create', 'management.user.update']
  const props = { resource: user, views: views.users as Views<any> }
  const screens = {
    '/management/users/*': <ResourceList {...props} />,
    '/management/user/create': <ResourceCreate {...props} />,
    '/management/user/:id/edit': <ResourceEdit {...props} />,
  }
  const more = {
    user: { ...editor, permissions: new Set([...editor.permissions, ...held]) },
    provider,
    resources: [user, role],
  }
  return { update, ...openScreens(path, screens, more) }
}

const language = () => screen.findByRole('combobox', { name: 'Language' }, { timeout: 10_000 })
const zone = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Time zone' })

it('D2: a new person begins in the language and the time zone that the server says', async () => {
  visit('/management/user/create')
  await waitFor(async () => expect((await language()).textContent).toBe('العربية'))
  expect((await zone()).value).toBe('Europe/Berlin')
})

it('a password is made for a new person, and shown to be handed on', async () => {
  const { person } = visit('/management/user/create')
  await person.click(await screen.findByRole('button', { name: 'Make a password' }))
  const { value, type } = screen.getByLabelText<HTMLInputElement>(/^Password/)
  expect(value).toMatch(/^[\w-]{20}$/)
  expect(type).toBe('text')
  expect(screen.getByRole('button', { name: 'Copy Password' })).toBeTruthy()
  expect(screen.getByLabelText(/^Must change password/)).toHaveProperty('checked', true)
})

it('D2: the language, the time zone and the page size of a person are chosen, not spelled', async () => {
  const { person, update } = visit('/management/user/3/edit')
  await person.click(await screen.findByRole('combobox', { name: 'Rows per page' }))
  const sizes = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(sizes).toEqual(['10', '25', '50', '100'])
  await person.click(screen.getByRole('option', { name: '50' }))
  await person.click(await language())
  await person.click(await screen.findByRole('option', { name: 'العربية' }))
  const input = await zone()
  await person.clear(input)
  await person.type(input, 'tok')
  const list = await screen.findByRole('listbox', { name: 'Time zone' })
  await person.click(within(list).getByRole('option', { name: 'Asia/Tokyo' }))
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(update).toHaveBeenCalled())
  expect(update.mock.lastCall).toMatchObject([
    'users',
    { data: { locale: 'ar', timezone: 'Asia/Tokyo', per_page: 50 } },
  ])
}, 30_000)

it('11.17: what people do in their profile is not offered on their own records', () => {
  const editor = { ...userWith('management.user.view', 'management.user.update'), id: 3 }
  const offered = (resource: Resource, record: Row) =>
    actionsOf(resource, editor, record).map(({ name }) => name)
  expect(offered(user, sofia)).toEqual([])
  const others = ['reset_password', 'end_sessions']
  expect(offered(user, { ...sofia, id: 4 })).toEqual(['deactivate', ...others])
  expect(offered(user, { ...sofia, id: 4, is_active: false })).toEqual(['activate', ...others])
  expect(offered(session, { id: 1, user: 3 })).toEqual([])
  expect(offered(session, { id: 1, user: 4 })).toEqual(['end'])
})

it('11.17: a sign-in is ended where it is listed, and has no page that a click could open', () => {
  const editor = userWith('management.user.view', 'management.user.update')
  expect(may(session, 'list', editor)).toBe(true)
  expect(openPath(session, editor, { id: 1 })).toBeUndefined()
})

it('the menu of a user says why something can or cannot be done, and gives the focus back', async () => {
  const { person } = visit('/management/users')
  const menu = await screen.findByRole('button', { name: 'Actions for Sofia Lindqvist' })
  await person.click(menu)
  await person.click(await screen.findByRole('menuitem', { name: /^Why can or cannot/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Permissions: “Sofia Lindqvist”' })
  await within(dialog).findByText(/not allowed to see the list/)
  expect(within(dialog).getByText('Grant a.view.')).toBeTruthy()
  await person.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(menu)
})
