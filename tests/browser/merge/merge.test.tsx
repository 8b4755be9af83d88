import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { defineResource, field } from '#schema'

import { HttpFailure, unavailable } from '../../../src/browser/client/http/httpFailure.ts'
import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import { fakeProvider, refusal } from '../views/console.tsx'
import { userWith } from '../views/fixture.ts'
import { openScreens } from '../views/screens.tsx'

const label = defineResource('labels', {
  permission: 'label',
  mergeable: true,
  fields: { name: field.text({ max: 20 }) },
  title: 'name',
  list: ['name'],
  form: ['name'],
  options: { permission: 'label.view' },
})

const rows = [{ id: 7, name: 'Tepid', version: 1, labels: {} }]
const rights = ['label.view', 'label.update', 'label.delete']

function open(permissions: readonly string[] = rights) {
  const call = vi.fn(async (method: string, path: string) => {
    if (method === 'POST') return { message: 'Begun', data: { job_id: 3 } }
    if (path.endsWith('into=2')) throw refusal(422, 'The one it is to become is switched off')
    const pointing = [
      { resource: 'labels', count: 100_000, is_more: true },
      { resource: null, count: 4, is_more: false },
    ]
    return { message: '', data: { pointing, refusal: null } }
  })
  const provider = fakeProvider({
    getList: vi.fn(async () => ({ data: rows, total: 1 })) as never,
    call: call as never,
  })
  const screens = { '/labels/*': <ResourceList resource={label} /> }
  const user = userWith(...permissions)
  return { call, ...openScreens('/labels', screens, { user, provider, resources: [label] }) }
}

const choose = async ({ person }: ReturnType<typeof open>, name: string) => {
  const dialog = screen.getByRole('dialog')
  await person.click(await within(dialog).findByLabelText('Merge into'))
  await person.click(await screen.findByRole('option', { name }))
}

it('merges a record into the chosen one, after it has said what points at it', async () => {
  const opened = open()
  const { person, call } = opened
  await person.click(await screen.findByRole('button', { name: /Actions/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Merge into…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Merge into…: “Tepid”' })
  const points = await within(dialog).findByRole('region', { name: 'Used by' })
  expect(points.textContent).toBe('Used byLabelsmore than 100,000Others4')
  expect(dialog.textContent).toContain('This cannot be undone')
  const begin = within(dialog).getByRole('button', { name: 'Merge' })
  expect(begin.getAttribute('aria-disabled')).toBe('true')
  await choose(opened, 'Cold')
  expect((await within(dialog).findByRole('alert')).textContent).toContain('switched off')
  expect(begin.getAttribute('aria-disabled')).toBe('true')
  await choose(opened, 'VIP')
  await vi.waitFor(() => expect(begin.getAttribute('aria-disabled')).not.toBe('true'))
  await person.click(begin)
  const [method, path, body, options] = call.mock.calls.find(([one]) => one === 'POST') as unknown[]
  expect([method, path, body]).toEqual(['POST', '/labels/7/merge', { into: 1 }])
  expect(options).toEqual({ key: expect.any(String) })
})

it('says in words that the server has not answered', async () => {
  const opened = open()
  const { person, call } = opened
  await person.click(await screen.findByRole('button', { name: /Actions/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Merge into…' }))
  await choose(opened, 'VIP')
  const begin = screen.getByRole('button', { name: 'Merge' })
  await vi.waitFor(() => expect(begin.getAttribute('aria-disabled')).not.toBe('true'))
  call.mockRejectedValueOnce(new HttpFailure(0, unavailable))
  await person.click(begin)
  expect((await screen.findByRole('alert')).textContent).toBe('The server is unavailable')
  expect(begin.getAttribute('aria-disabled')).not.toBe('true')
  await person.click(begin)
  await vi.waitFor(() => expect(call.mock.calls.filter(([one]) => one === 'POST')).toHaveLength(2))
})

it('asks again what points at the record, where that did not come', async () => {
  const { person, call } = open()
  call.mockRejectedValueOnce(new HttpFailure(0, unavailable))
  await person.click(await screen.findByRole('button', { name: /Actions/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Merge into…' }))
  await person.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Used by' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('is offered only to those who may edit and delete the record', async () => {
  const { person } = open(['label.view', 'label.update'])
  await person.click(await screen.findByRole('button', { name: /Actions/ }))
  await screen.findByRole('menuitem', { name: 'Edit' })
  expect(screen.queryByRole('menuitem', { name: 'Merge into…' })).toBeNull()
})
