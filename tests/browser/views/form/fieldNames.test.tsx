import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { ResourceEdit } from '../../../../src/browser/views/ResourceForms.tsx'
import { ResourceShow } from '../../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const person = defineResource('people', {
  permission: 'person',
  fields: {
    name: field.text(),
    wage: field.money({ optional: true, label: 'What they earn', readBy: 'person.wage' }),
    nick: field.text({ optional: true }),
  },
  title: 'name',
  list: ['name'],
  form: ['name', 'wage', 'nick'],
})
const desk = defineResource('desks', {
  permission: 'desk',
  fields: {
    name: field.text(),
    needs: field.words({ optional: true, fieldsOf: 'people', only: ['name', 'wage'] }),
  },
  title: 'name',
  list: ['name'],
  form: ['name', 'needs'],
})
const resources = defineResources([person, desk])
const stored = { id: 7, version: 1, name: 'North', needs: ['name'] }

function open(path: string) {
  const provider = fakeProvider({ getOne: vi.fn(async () => ({ data: stored })) as never })
  const screens = {
    '/desks': null,
    '/desks/:id': <ResourceEdit resource={desk} />,
    '/desks/:id/show': <ResourceShow resource={desk} />,
  }
  const user = userWith('desk.view', 'desk.update')
  return { provider, ...openScreens(path, screens, { user, provider, resources }) }
}

it('a list of names of fields is chosen by their labels, of those that it takes', async () => {
  const { person: reader, provider } = open('/desks/7')
  await reader.click(await screen.findByRole('combobox', { name: 'Needs' }))
  const offered = (await screen.findAllByRole('option')).map((one) => one.textContent)
  expect(offered).toEqual(['Name', 'What they earn'])
  await reader.click(screen.getByRole('option', { name: 'What they earn' }))
  await reader.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(provider.update).toHaveBeenCalledOnce())
  const sent = vi.mocked(provider.update as any).mock.lastCall?.[1]
  expect(sent.data.needs).toEqual(['name', 'wage'])
})

it('a list of names of fields shows their labels', async () => {
  open('/desks/7/show')
  expect(await screen.findByText('Name', { selector: 'bdi' })).toBeTruthy()
})
