import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { editorWithout, manager, permissions, roleProvider, visit } from './roleForm.tsx'

const edit = '/management/role/2/edit'

const section = (name: string | RegExp) => screen.getByRole('button', { name })
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const chosenNames = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map((one) => one.closest('label')?.querySelector('code')?.textContent)
    .filter(Boolean)
const sent = (call: unknown) => vi.mocked(call as any).mock.lastCall?.[1].data
const save = () => screen.getByRole('button', { name: 'Save' })
const changes = () => screen.getByRole('region', { name: 'Changes' })

const outOfOrder = Object.assign(new Error('Out of order'), { status: 500, body: {} })

async function openMatrix(...args: Parameters<typeof visit>) {
  const visited = visit(...args)
  await screen.findByRole('group', { name: 'Permissions' })
  return visited
}

it('M1: the permissions of a full role are all, and none is taken', async () => {
  const full = { ...manager, is_full: true }
  visit(edit, { provider: roleProvider({ getOne: async () => ({ data: full }) as never }) })
  expect(await screen.findByText(/^This role holds every permission/)).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Permissions' })).toBeNull()
})

describe('the permissions of a role', () => {
  it('stand in areas, in the order of the release, each with its count', async () => {
    await openMatrix(edit)
    const headings = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)
    expect(headings).toEqual(['Leads2 of 4', 'Settings1 of 1', 'Audit0 of 1', 'Other0 of 1'])
    expect(screen.getByText('3 of 7 chosen')).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Start from' })).toBeNull()
  })

  it('are asked for once, all of them', async () => {
    const { provider } = await openMatrix(edit)
    expect(vi.mocked(provider.options).mock.calls.map(([name]) => name)).toEqual(['permissions'])
  })

  it('have a string and a description, and are chosen with the keyboard alone', async () => {
    const { person, provider } = await openMatrix(edit)
    section(/^Leads/).focus()
    await person.keyboard('{Enter}')
    expect(section(/^Leads/).getAttribute('aria-expanded')).toBe('true')
    const create = box(/^lead\.create/)
    expect(within(create.closest('label')!).getByText('Create leads')).toBeTruthy()
    create.focus()
    await person.keyboard(' ')
    expect(create.checked).toBe(true)
    await person.click(save())
    await waitFor(() =>
      expect(sent(provider.update)).toEqual({ permissions: [2, 3, 8, 4], version: 1 }),
    )
  })

  it('are left alone when they are as they were, in whatever order they were chosen', async () => {
    const { person, provider } = await openMatrix(edit)
    await person.click(section(/^Leads/))
    await person.click(box(/^lead.update/))
    await person.click(box(/^lead.update/))
    await person.type(screen.getByLabelText(/^Name/), '!')
    await person.click(save())
    await waitFor(() => expect(sent(provider.update)).toEqual({ name: 'Manager!', version: 1 }))
  })

  it('are none of a new role, and are sent with it', async () => {
    const { person, provider } = await openMatrix('/management/role/create')
    expect(screen.getByText('0 of 7 chosen')).toBeTruthy()
    await person.type(screen.getByLabelText(/^Name/), 'Reader')
    await person.click(box('All of Audit'))
    await person.click(save())
    await waitFor(() => expect(sent(provider.create)).toMatchObject({ permissions: [7] }))
  })

  it('begin as those of another role, without what their maker does not hold', async () => {
    const user = editorWithout('settings.tag.view')
    const { person, provider } = await openMatrix('/management/role/create', { user })
    await person.click(await screen.findByRole('combobox', { name: 'Start from' }))
    await person.click(await screen.findByRole('option', { name: 'Manager' }))
    expect(screen.getByText('2 of 7 chosen')).toBeTruthy()
    await person.type(screen.getByLabelText(/^Name/), 'Deputy')
    await person.click(save())
    await waitFor(() => expect(sent(provider.create)).toMatchObject({ permissions: [3, 2] }))
  })

  it('can be asked for again when they could not be loaded', async () => {
    const options = vi
      .fn()
      .mockRejectedValueOnce(outOfOrder)
      .mockResolvedValue({ data: permissions })
    const { person } = visit(edit, { provider: roleProvider({ options }) })
    await person.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('group', { name: 'Permissions' })).toBeTruthy()
  })

  it('are not lost when the role is saved without them having been loaded', async () => {
    const options = vi.fn().mockRejectedValue(outOfOrder)
    const { person, provider } = visit(edit, { provider: roleProvider({ options }) })
    expect(await screen.findByText('Out of order')).toBeTruthy()
    await person.type(screen.getByLabelText(/^Name/), '!')
    await person.click(save())
    await waitFor(() => expect(sent(provider.update)).toEqual({ name: 'Manager!', version: 1 }))
  })
})

describe('the checkbox of an area', () => {
  it('is mixed, gives all, then takes all', async () => {
    const { person } = await openMatrix(edit)
    expect(box('All of Leads').indeterminate).toBe(true)
    expect(box('All of Settings').checked).toBe(true)
    await person.click(box('All of Leads'))
    expect(box('All of Leads')).toMatchObject({ indeterminate: false, checked: true })
    expect(section(/^Leads.*4 of 4/)).toBeTruthy()
    await person.click(box('All of Leads'))
    expect(box('All of Leads')).toMatchObject({ indeterminate: false, checked: false })
    expect(section(/^Leads.*0 of 4/)).toBeTruthy()
  })

  it('takes only what is shown, and says so', async () => {
    const { person } = await openMatrix(edit)
    await person.type(screen.getByRole('searchbox', { name: 'Search permissions' }), 'export')
    expect(screen.getByText(/^1 shown\. The checkbox of an area takes only these/)).toBeTruthy()
    await person.click(box('All 1 shown of Leads'))
    await person.clear(screen.getByRole('searchbox', { name: 'Search permissions' }))
    await person.click(section(/^Leads/))
    expect(chosenNames()).toEqual(['lead.view', 'lead.update', 'lead.export'])
  })
})

describe('the search of the matrix', () => {
  it('looks into strings and descriptions, and opens what it finds', async () => {
    const { person } = await openMatrix(edit)
    const search = screen.getByRole('searchbox', { name: 'Search permissions' })
    await person.type(search, 'tag')
    expect(box(/^settings.tag.view/)).toBeTruthy()
    expect(screen.queryByRole('heading', { name: /^Leads/ })).toBeNull()
    await person.clear(search)
    await person.type(search, 'AUDIT see')
    expect(box(/^audit.view/)).toBeTruthy()
    await person.clear(search)
    expect(screen.queryByRole('checkbox', { name: /^audit.view/ })).toBeNull()
  })

  it('says when nothing fits, and never saves the role', async () => {
    const { person, provider } = await openMatrix(edit)
    const search = screen.getByRole('searchbox', { name: 'Search permissions' })
    await person.type(search, 'zebra{Enter}')
    expect(screen.getByText('No permission fits.')).toBeTruthy()
    await person.keyboard('{Escape}')
    expect(section(/^Leads/)).toBeTruthy()
    expect(provider.update).not.toHaveBeenCalled()
  })

  it('leaves only the chosen ones, of which none vanishes when it is taken out', async () => {
    const { person } = await openMatrix(edit)
    await person.click(screen.getByRole('switch', { name: 'Only chosen' }))
    expect(chosenNames()).toEqual(['lead.view', 'lead.update', 'settings.tag.view'])
    expect(screen.queryByRole('checkbox', { name: /^lead.create/ })).toBeNull()
    await person.click(box(/^lead.view/))
    expect(box(/^lead.view/).checked).toBe(false)
  })
})

describe('the changes of a role', () => {
  it('are said and listed before they are saved', async () => {
    const { person } = await openMatrix(edit)
    expect(screen.queryByRole('region', { name: 'Changes' })).toBeNull()
    await person.click(box('All of Leads'))
    await person.click(box('All of Settings'))
    expect(within(changes()).getByText('2 added, 1 removed')).toBeTruthy()
    const names = (list: string) =>
      within(within(changes()).getByRole('list', { name: list }))
        .getAllByRole('listitem')
        .map((one) => one.textContent)
    expect(names('added')).toEqual(['+ lead.create', '+ lead.export'])
    expect(names('removed')).toEqual(['− settings.tag.view'])
    expect(changes().compareDocumentPosition(save())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('can be hidden, and undone', async () => {
    const { person, provider } = await openMatrix(edit)
    await person.click(box('All of Leads'))
    await person.click(screen.getByRole('button', { name: 'Hide changes' }))
    expect(within(changes()).queryByRole('list')).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Undo' }))
    expect(screen.queryByRole('region', { name: 'Changes' })).toBeNull()
    await person.type(screen.getByLabelText(/^Name/), '!')
    await person.click(save())
    await waitFor(() => expect(sent(provider.update)).toEqual({ name: 'Manager!', version: 1 }))
  })
})

describe('somebody who holds less', () => {
  it('cannot give or take what they do not hold, and is told why', async () => {
    const user = editorWithout('lead.export', 'lead.view')
    const { person } = await openMatrix(edit, { user })
    await person.click(section(/^Leads/))
    for (const name of [/^lead.export/, /^lead.view/]) {
      expect(box(name).disabled).toBe(true)
      const reason = document.getElementById(box(name).getAttribute('aria-describedby') ?? '')
      expect(reason?.textContent).toBe('You cannot give what you do not hold')
    }
    expect(box(/^lead.create/).disabled).toBe(false)
    await person.click(box('All of Leads'))
    expect(chosenNames()).toEqual(['lead.view', 'lead.create', 'lead.update'])
    await person.click(box('All of Leads'))
    expect(chosenNames()).toEqual(['lead.view'])
  })

  it('cannot touch an area of which they hold nothing', async () => {
    await openMatrix(edit, { user: editorWithout('audit.view') })
    expect(box('All of Audit').disabled).toBe(true)
    expect(box('All of Leads').disabled).toBe(false)
  })

  it('sees no note when they hold everything', async () => {
    await openMatrix(edit)
    expect(screen.queryByText('You cannot give what you do not hold')).toBeNull()
  })

  it('reads the permissions without the one to change them', async () => {
    const user = editorWithout('management.role_has_permissions.update')
    const { person } = visit(edit, { user })
    await person.click(await screen.findByRole('button', { name: /^Leads/ }))
    expect(screen.getByText('lead.update')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('sees none without the permission to see them', async () => {
    const { provider } = visit(edit, {
      user: editorWithout('management.role_has_permissions.view'),
    })
    expect(await screen.findByLabelText(/^Name/)).toBeTruthy()
    expect(screen.queryByText('Permissions')).toBeNull()
    expect(provider.options).not.toHaveBeenCalled()
  })
})

it('a refusal of the server stands over the matrix', async () => {
  const body = { message: 'Check the marked fields.', errors: { permissions: ['Not these.'] } }
  const refusal = Object.assign(new Error(body.message), { status: 422, body })
  const provider = roleProvider({ update: vi.fn().mockRejectedValue(refusal) as never })
  const { person } = await openMatrix(edit, { provider })
  await person.click(box('All of Leads'))
  await person.click(save())
  expect((await screen.findByRole('alert')).textContent).toBe('1 field needs attentionPermissions')
  const matrix = screen.getByRole('group', { name: 'Permissions', description: 'Not these.' })
  expect(matrix.contains(document.activeElement)).toBe(true)
})

describe('the users of a role', () => {
  const seesUsers = () => {
    const { permissions: held, ...editor } = editorWithout()
    return { ...editor, permissions: new Set([...held, 'management.user.view']) }
  }
  const rows = [{ id: 5, version: 1, name: 'Ada Keys', email: 'ada@example.com', is_active: true }]
  const provider = () =>
    roleProvider({ getList: vi.fn(async () => ({ data: rows, total: 1 })) as never })

  it('stand in a tab of their own, where its late permissions move nothing', async () => {
    const asked = provider()
    const { person } = visit(edit, { user: seesUsers(), provider: asked })
    const tab = await screen.findByRole('tab', { name: 'Users' })
    const name = await screen.findByLabelText<HTMLInputElement>(/^Name/)
    expect(tab.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(asked.getList).not.toHaveBeenCalled()
    await person.type(name, '!')
    await person.click(tab)
    const panel = within(screen.getByRole('tabpanel', { name: 'Users' }))
    expect(await panel.findByText('Ada Keys')).toBeTruthy()
    expect(asked.getList).toHaveBeenCalledWith(
      'users',
      expect.objectContaining({ filter: { roles: [2] } }),
    )
    expect(screen.queryByRole('textbox', { name: /^Name/ })).toBeNull()
    await person.click(screen.getByRole('tab', { name: 'Details' }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('Manager!')
  })

  it('are for those who may list users', async () => {
    visit(edit, { provider: provider() })
    expect(await screen.findByLabelText(/^Name/)).toBeTruthy()
    expect(screen.queryByRole('tab')).toBeNull()
  })
})

it('the list counts the permissions of a role', async () => {
  visit('/management/roles')
  expect(await screen.findByText('3 permissions')).toBeTruthy()
  expect(screen.getByText('1 permission')).toBeTruthy()
  expect(screen.queryByText('lead.view')).toBeNull()
})

it('the show view lists the permissions of a role by area', async () => {
  const { person } = visit('/management/roles/2/show')
  const drawer = await screen.findByRole('dialog', { name: 'Role' })
  expect(await within(drawer).findByText('3 permissions')).toBeTruthy()
  await person.click(await within(drawer).findByRole('button', { name: /^Leads\s*2 of 4/ }))
  expect(within(drawer).getByText('lead.update')).toBeTruthy()
  expect(within(drawer).queryByText('lead.create')).toBeNull()
  expect(within(drawer).queryByRole('button', { name: /^Audit/ })).toBeNull()
})
