import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { fakeProvider, refusal } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const floor = defineResource('floors', {
  permission: 'floor',
  fields: { name: field.text({ search: true }), place: field.integer({ default: 100 }) },
  title: 'name',
  list: ['name', 'place'],
  filters: ['name'],
  form: ['name', 'place'],
  sort: 'place',
  arranged: 'place',
})
const resources = defineResources([floor])
const all = ['floor.view', 'floor.update', 'floor.delete']

interface Visit {
  path?: string
  permissions?: readonly string[]
  total?: number
  refused?: Error
}

function open({ path = '/floors', permissions = all, total = 3, refused }: Visit = {}) {
  let order = [1, 2, 3]
  const rows = () =>
    order.map((id, at) => ({ id, version: id, name: `Floor ${'ABC'[id - 1]}`, place: at * 10 }))
  const call = vi.fn(async (_method: string, _path: string, body: { ids: number[] }) => {
    if (refused) throw refused
    order = body.ids
    return { data: { records: [{ id: 1, version: 9 }] } }
  })
  const provider = fakeProvider({
    getList: vi.fn(async () => ({ data: rows(), total })) as never,
    call: call as never,
  })
  const user = userWith(...permissions)
  const screens = { '/floors/*': <ResourceList resource={floor} /> }
  return { call, ...openScreens(path, screens, { user, provider, resources }) }
}

const handle = (name: string) =>
  screen.findByRole('button', { name: new RegExp(`^Drag Floor ${name}`) })
const titles = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent)
const sent = { ids: [2, 1, 3], versions: [2, 1, 3] }

describe('rows that people put in order', () => {
  it('are moved with the keys, which keep the focus, and saved in one call that can be undone', async () => {
    const { call, person } = open()
    const first = await handle('A')
    first.focus()
    await person.keyboard('{ArrowDown}')
    await waitFor(() => expect(call).toHaveBeenCalledWith('POST', '/floors/arrange', sent))
    await waitFor(() => expect(titles()).toEqual(['Floor B', 'Floor A', 'Floor C']))
    await waitFor(async () => expect(document.activeElement).toBe(await handle('A')))
    expect(await screen.findByText(/1 floor updated/)).toBeTruthy()
  })

  it('are dragged by a pointer', async () => {
    const { call, person } = open()
    const first = await handle('A')
    for (const [at, row] of screen.getAllByRole('row').slice(1).entries()) {
      row.getBoundingClientRect = () => ({ top: at * 40, bottom: (at + 1) * 40 }) as DOMRect
    }
    await person.pointer([
      { keys: '[MouseLeft>]', target: first, coords: { clientY: 20 } },
      { target: first, coords: { clientY: 60 } },
    ])
    expect((await handle('B')).dataset['target']).toBe('after')
    await person.pointer([{ keys: '[/MouseLeft]', target: first, coords: { clientY: 60 } }])
    await waitFor(() => expect(call).toHaveBeenCalledWith('POST', '/floors/arrange', sent))
  })

  it('say why an order is not saved', async () => {
    const { person } = open({ refused: refusal(409, 'The list has changed meanwhile.') })
    ;(await handle('A')).focus()
    await person.keyboard('{End}')
    expect(await screen.findByText('The list has changed meanwhile.')).toBeTruthy()
    expect(titles()).toEqual(['Floor A', 'Floor B', 'Floor C'])
  })

  it.each<[string, Visit]>([
    ['sorted by something else', { path: '/floors?sort=name&order=ASC' }],
    ['narrowed', { path: '/floors?filter={"search":"Floor"}' }],
    ['on several pages', { total: 60 }],
    ['seen by those who may not edit them', { permissions: ['floor.view'] }],
  ])('stay where they are in a list %s', async (_how, visit) => {
    open(visit)
    expect(await screen.findByText('Floor A')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Drag/ })).toBeNull()
  })
})
