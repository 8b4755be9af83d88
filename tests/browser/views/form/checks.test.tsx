import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { defineResource, field } from '#schema'

import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { ResourceCreate } from '../../../../src/browser/views/ResourceForms.tsx'
import { ResourceShow } from '../../../../src/browser/views/ResourceShow.tsx'
import { hire, mechanic, repair } from '../../../fixtures/businesses/hire.ts'
import { fakeProvider } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const old = { id: 1, version: 1, code: 'A1', from_date: '2026-03-02', to_date: null, state: 'open' }

function open(path: string, record: object = old) {
  const provider = fakeProvider({ getOne: vi.fn(async () => ({ data: record })) as never })
  const screens = {
    '/repairs/*': <ResourceList resource={repair} />,
    '/repairs/create': <ResourceCreate resource={repair} />,
    '/repairs/:id/show': <ResourceShow resource={repair} />,
  }
  return {
    provider,
    ...openScreens(path, screens, { user: userWith(...mechanic), provider, resources: hire }),
  }
}

const save = () => screen.getByRole('button', { name: 'Save' })

it('a form makes the checks before it asks the server', async () => {
  const { person, provider } = open('/repairs/create')
  await person.type(await screen.findByLabelText(/^Code/), 'A1')
  await person.type(screen.getByLabelText(/^From date/), '2026-03-02')
  await person.type(screen.getByLabelText(/^To date/), '2026-03-01')
  await person.click(save())
  expect(await screen.findByText('The repair ends before it begins')).toBeTruthy()
  expect(provider.create).not.toHaveBeenCalled()
  await person.clear(screen.getByLabelText(/^To date/))
  await person.click(save())
  await waitFor(() => expect(provider.create).toHaveBeenCalledOnce())
})

it('a field comes and goes with the value of another, its heading with it', async () => {
  const { person, provider } = open('/repairs/create')
  await person.type(await screen.findByLabelText(/^Code/), 'A1')
  await person.type(screen.getByLabelText(/^From date/), '2026-03-02')
  expect(screen.queryByLabelText(/^Workshop/)).toBeNull()
  const choose = async (name: string) => {
    await person.click(screen.getByRole('combobox', { name: /^Kind/ }))
    await person.click(await screen.findByRole('option', { name }))
  }
  await choose('External')
  expect(await screen.findByLabelText(/^Workshop/)).toHaveProperty('required', true)
  await person.click(save())
  expect(await screen.findByText('Fill in this field')).toBeTruthy()
  await person.type(screen.getByLabelText(/^Workshop/), 'Ada & Sons')
  await choose('Our own')
  await waitFor(() => expect(screen.queryByLabelText(/^Workshop/)).toBeNull())
  await person.click(save())
  await waitFor(() => expect(provider.create).toHaveBeenCalledOnce())
  const sent = vi.mocked(provider.create as any).mock.lastCall?.[1]
  expect(sent.data).not.toHaveProperty('workshop')
})

it('a show view leaves out what a record does not have', async () => {
  open('/repairs/1/show', { ...old, kind: 'own', workshop: null })
  await screen.findByText('From date')
  expect(screen.queryByText('Workshop')).toBeNull()
})

it('and shows it of the others', async () => {
  open('/repairs/1/show', { ...old, kind: 'external', workshop: 'Ada & Sons' })
  expect(await screen.findByText('Ada & Sons')).toBeTruthy()
})

it('a check of rows stands at its cell of the row that it is about; an hour alone is a time', async () => {
  const desk = defineResource('desks', {
    permission: 'desk',
    fields: {
      name: field.text({ max: 20 }),
      hours: field.rows({ from: field.time(), to: field.time() }, { optional: true }),
    },
    title: 'name',
    list: ['name'],
    form: ['name', 'hours'],
    checks: [
      {
        on: 'hours',
        cell: 'to',
        unless: ({ from, to }) => from !== to,
        message: 'It never opens',
      },
    ],
  })
  const provider = fakeProvider({})
  const { person } = openScreens(
    '/desks/create',
    {
      '/desks/*': <ResourceList resource={desk} />,
      '/desks/create': <ResourceCreate resource={desk} />,
    },
    { user: userWith('desk.view', 'desk.create'), provider, resources: [desk] },
  )
  await person.type(await screen.findByLabelText(/^Name/), 'North')
  const row = async (number: number, from: string, to: string) => {
    await person.click(screen.getByRole('button', { name: /^Add row.*Hours$/ }))
    const group = await screen.findByRole('group', { name: `Row ${number}` })
    await person.type(within(group).getByLabelText(/^From/), from)
    await person.type(within(group).getByLabelText(/^To/), to)
    return group
  }
  await row(1, '9', '1730')
  const second = await row(2, '930', '9:30')
  await person.click(save())
  expect(await within(second).findByText('It never opens')).toBeTruthy()
  expect(screen.getAllByText('It never opens')).toHaveLength(1)
  expect(document.activeElement).toBe(within(second).getByLabelText(/^To/))
  await person.clear(within(second).getByLabelText(/^To/))
  await person.type(within(second).getByLabelText(/^To/), '12')
  await person.click(save())
  const hours = [
    { from: '09:00', to: '17:30' },
    { from: '09:30', to: '12:00' },
  ]
  await waitFor(() =>
    expect(provider.create).toHaveBeenCalledWith(
      'desks',
      expect.objectContaining({ data: expect.objectContaining({ hours }) }),
    ),
  )
})
