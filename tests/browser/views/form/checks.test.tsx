import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

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
