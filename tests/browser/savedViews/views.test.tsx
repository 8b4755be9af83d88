import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { store } from '../../../src/browser/client/storage/store.ts'
import { address, api, headers, kept, searches, serveApi, viewOf, visit } from './console.tsx'

serveApi()

type Person = ReturnType<typeof visit>['person']

const openMenu = async (person: Person) => {
  await person.click(await screen.findByRole('button', { name: /^View: / }))
  return screen.findByRole('menu')
}

const item = async (person: Person, name: string) => {
  const menu = await openMenu(person)
  await person.click(await within(menu).findByText(name))
}

const viewRequests = () => api.callsTo('GET /api/profile/view/search').length

const asked = { kind: 'floor', sort: '-watt', page: '1', per_page: '50', fields: 'name,watt' }

describe('an address with a saved view', () => {
  it('opens the list as the view has it, with one request for records', async () => {
    kept.push(viewOf({}))
    visit('/lamps?view=12')
    expect(await headers()).toEqual(['', 'Name', 'Watt', 'Actions'])
    expect(searches()).toEqual([asked])
    expect(screen.getByRole('button', { name: 'View: Floor lamps' })).toBeTruthy()
    expect(address()).toMatchObject({ view: '12', sort: 'watt', order: 'DESC', perPage: '50' })
  })

  it('opens the page that it asks for of what the view shows', async () => {
    kept.push(viewOf({}))
    visit('/lamps?view=12&page=2')
    await headers()
    expect(searches()[0]).toEqual({ ...asked, page: '2' })
    expect(address()).toMatchObject({ view: '12', perPage: '50' })
  })

  it('keeps what it says beside the view, and shows the difference', async () => {
    kept.push(viewOf({}))
    const filter = encodeURIComponent('{"kind":["desk"]}')
    visit(`/lamps?view=12&filter=${filter}&sort=watt&order=DESC&page=1&perPage=50`)
    await headers()
    expect(searches()).toEqual([{ ...asked, kind: 'desk' }])
    const button = await screen.findByRole('button', {
      name: 'View: Floor lamps, with unsaved changes',
    })
    expect(button).toBeTruthy()
  })

  it('says that a view is gone, and shows the list without it', async () => {
    visit('/lamps?view=99')
    expect(await headers()).toContain('ID')
    expect(await screen.findByText(/This view does not exist any more/)).toBeTruthy()
    expect(address()).not.toHaveProperty('view')
  })

  it('says how many filters the server left out', async () => {
    kept.push(viewOf({ settings: { filter: {}, dropped: 2 } }))
    visit('/lamps?view=12')
    expect(await screen.findByText(/2 filters of this view are left out/)).toBeTruthy()
  })
})

describe('the menu of views', () => {
  it('is asked for only when it is opened', async () => {
    kept.push(viewOf({}), viewOf({ id: 13, user: 8, name: 'From Bob', visibility: 'all' }))
    const { person } = visit('/lamps')
    await headers()
    expect(viewRequests()).toBe(0)
    const menu = await openMenu(person)
    const names = await within(menu).findAllByRole('menuitemradio')
    await within(menu).findByText('Floor lamps')
    expect(
      within(menu)
        .getAllByRole('menuitemradio')
        .map(({ textContent }) => textContent),
    ).toEqual(['Standard view', 'Floor lamps', 'From BobShared with you'])
    expect(names[0]?.getAttribute('aria-checked')).toBe('true')
    expect(viewRequests()).toBe(1)
  })

  it('opens a view, and the list without any', async () => {
    kept.push(viewOf({}))
    const { person } = visit('/lamps')
    await headers()
    await item(person, 'Floor lamps')
    await waitFor(async () => expect(await headers()).toEqual(['', 'Name', 'Watt', 'Actions']))
    expect(searches().at(-1)).toEqual(asked)
    await item(person, 'Standard view')
    await waitFor(async () =>
      expect(await headers()).toEqual(['', 'ID', 'Name', 'Kind', 'Actions']),
    )
    // The rows of the first are still fresh, and are not asked for again.
    expect(searches()).toHaveLength(2)
    expect(address()).not.toHaveProperty('view')
  })

  it('is left and used by keyboard alone', async () => {
    kept.push(viewOf({}))
    const { person } = visit('/lamps')
    await headers()
    const button = screen.getByRole('button', { name: 'View: Standard view' })
    button.focus()
    await person.keyboard('{Enter}')
    await screen.findByText('Floor lamps')
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(button)
    await person.keyboard('{Enter}')
    await screen.findByText('Floor lamps')
    await person.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(address()['view']).toBe('12'))
  })

  it('offers no change of what belongs to another', async () => {
    kept.push(viewOf({ user: 8, visibility: 'all' }))
    const { person } = visit('/lamps?view=12')
    await headers()
    const menu = await openMenu(person)
    const items = within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent)
    expect(items).toEqual(['Save as a new view…', 'Copy the link'])
  })

  it('leads to a refusal in words when the views cannot be read', async () => {
    api.answer('GET /api/profile/view/search', { status: 403, body: { message: 'Not for you' } })
    const { person } = visit('/lamps')
    await headers()
    await openMenu(person)
    expect(await screen.findByText('Not for you')).toBeTruthy()
  })
})

describe('a view of one’s own', () => {
  it('is made of the list as it stands', async () => {
    const filter = encodeURIComponent('{"kind":["desk"],"search":"tall"}')
    const { person } = visit(`/lamps?filter=${filter}&sort=watt&order=DESC&page=1&perPage=10`)
    await headers()
    await item(person, 'Save as a new view…')
    const dialog = await screen.findByRole('dialog', { name: 'New view' })
    await person.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Desk lamps{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsTo('POST /api/profile/view')[0]?.body).toEqual({
      name: 'Desk lamps',
      resource: 'lamps',
      settings: {
        filter: { kind: ['desk'] },
        search: 'tall',
        sort: '-watt',
        columns: ['id', 'name', 'kind'],
        density: 'comfortable',
        per_page: 10,
      },
    })
    expect(await screen.findByRole('button', { name: 'View: Desk lamps' })).toBeTruthy()
    expect(address()['view']).toBe('30')
  })

  it('shows what the server refuses under the name', async () => {
    api.answer('POST /api/profile/view', {
      status: 422,
      body: { message: 'Check', errors: { name: ['This value is already taken'] } },
    })
    const { person } = visit('/lamps')
    await headers()
    await item(person, 'Save as a new view…')
    await person.type(await screen.findByRole('textbox', { name: /Name/ }), 'Mine{Enter}')
    expect(await screen.findByText('This value is already taken')).toBeTruthy()
  })

  it('takes changes of columns and density only when they are saved in it', async () => {
    kept.push(viewOf({}))
    const { person } = visit('/lamps?view=12')
    await headers()
    await person.click(screen.getByRole('button', { name: 'Density' }))
    await person.click(await screen.findByRole('menuitemradio', { name: 'Dense' }))
    await person.click(screen.getByRole('button', { name: 'Columns' }))
    const dialog = await screen.findByRole('dialog', { name: 'Columns' })
    await person.click(within(dialog).getByRole('checkbox', { name: 'Kind' }))
    await person.keyboard('{Escape}')
    await screen.findByRole('button', { name: 'View: Floor lamps, with unsaved changes' })
    expect(store.getItem('lamps.columns')).toBeUndefined()
    await item(person, 'Save the changes')
    await screen.findByRole('button', { name: 'View: Floor lamps' })
    expect(kept[0]?.settings).toMatchObject({ columns: ['name', 'kind', 'watt'], density: 'dense' })
  })

  it('drops changes on wish', async () => {
    kept.push(viewOf({}))
    const { person } = visit('/lamps?view=12')
    await headers()
    await person.click(screen.getByRole('button', { name: 'Columns' }))
    const dialog = await screen.findByRole('dialog', { name: 'Columns' })
    await person.click(within(dialog).getByRole('checkbox', { name: 'ID' }))
    await person.keyboard('{Escape}')
    expect(await headers()).toContain('ID')
    await item(person, 'Drop the changes')
    await waitFor(async () => expect(await headers()).toEqual(['', 'Name', 'Watt', 'Actions']))
  })

  it('is renamed, and deleted after a question', async () => {
    kept.push(viewOf({}))
    const { person } = visit('/lamps?view=12')
    await headers()
    await item(person, 'Rename…')
    const name = await screen.findByRole('textbox', { name: /Name/ })
    await person.clear(name)
    await person.type(name, 'Tall ones{Enter}')
    await screen.findByRole('button', { name: 'View: Tall ones' })
    await item(person, 'Delete…')
    const dialog = await screen.findByRole('dialog', { name: 'Delete the view “Tall ones”?' })
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }))
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await screen.findByRole('button', { name: 'View: Standard view' })
    expect(kept).toEqual([])
  })

  it('is shared with a role or with everybody, and the focus comes back', async () => {
    kept.push(viewOf({}))
    const { person } = visit('/lamps?view=12')
    await headers()
    await item(person, 'Share…')
    const dialog = await screen.findByRole('dialog', { name: 'Who sees “Floor lamps”?' })
    await person.click(within(dialog).getByRole('radio', { name: 'Everybody with a role' }))
    await person.click(within(dialog).getByRole('combobox', { name: 'Role' }))
    await person.click(await screen.findByRole('option', { name: 'Sender' }))
    await person.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(kept[0]).toMatchObject({ visibility: 'role', role: 2 }))
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: /^View: / })),
    )
  })

  it('says that the roles did not come, and asks for them again', async () => {
    kept.push(viewOf({ visibility: 'role', role: 2 }))
    api.answer('GET /api/profile/view/roles', { status: 400, body: { message: 'Out of order' } })
    const { person } = visit('/lamps?view=12')
    await headers()
    await item(person, 'Share…')
    const dialog = await screen.findByRole('dialog', { name: 'Who sees “Floor lamps”?' })
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Out of order')
    api.answer('GET /api/profile/view/roles', { body: { data: [{ id: 2, name: 'Sender' }] } })
    await person.click(within(dialog).getByRole('button', { name: 'Try again' }))
    const role = await within(dialog).findByRole('combobox', { name: 'Role' })
    await waitFor(() => expect(role.textContent).toBe('Sender'))
  })

  it('is shared by nobody without the permission views.share', async () => {
    kept.push(viewOf({}))
    const { person } = visit('/lamps?view=12', { permissions: ['lamp.view'] })
    await headers()
    const menu = await openMenu(person)
    expect(within(menu).queryByText('Share…')).toBeNull()
    expect(within(menu).getByText('Rename…')).toBeTruthy()
  })

  it('can be the one that the list opens with', async () => {
    kept.push(viewOf({}))
    const { person } = visit('/lamps?view=12')
    await headers()
    await item(person, 'Open this list with it')
    expect(store.getItem('lamps.default_view')).toBe(12)
  })

  it('opens with the list, until its address says otherwise', async () => {
    kept.push(viewOf({}))
    store.setItem('lamps.default_view', 12)
    visit('/lamps')
    expect(await headers()).toEqual(['', 'Name', 'Watt', 'Actions'])
    expect(searches()).toEqual([asked])
  })
})

it('a list opens with as many rows as the user has set', async () => {
  visit('/lamps', { settings: { per_page: 100 } })
  await headers()
  expect(searches()).toEqual([{ sort: 'name', page: '1', per_page: '100', fields: 'name,kind' }])
})

it('the page of all views offers no form that would make none', async () => {
  kept.push(viewOf({}))
  visit('/saved_views')
  expect(await screen.findByRole('link', { name: 'Floor lamps' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^New / })).toBeNull()
})
