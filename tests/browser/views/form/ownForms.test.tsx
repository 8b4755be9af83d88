import { screen } from '@testing-library/react'
import { TabbedForm, TextInput } from 'react-admin'
import { expect, it, vi } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { fakeProvider, refusal } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const jar = defineResource('jars', {
  permission: 'jar',
  fields: { label: field.text(), note: field.text({ optional: true }) },
  title: 'label',
  list: ['label'],
  form: ['label', 'note'],
})
const resources = defineResources([jar])

function Form() {
  return (
    <TabbedForm syncWithLocation={false}>
      <TabbedForm.Tab label="Main">
        <TextInput source="label" />
      </TabbedForm.Tab>
      <TabbedForm.Tab label="More">
        <TextInput source="note" />
      </TabbedForm.Tab>
    </TabbedForm>
  )
}

function open(getOne: () => Promise<unknown>) {
  const getList = vi.fn(async () => ({ data: [], total: 0 }))
  const provider = fakeProvider({ getList: getList as never, getOne: getOne as never })
  const screens = { '/jars/*': <ResourceList resource={jar} views={{ edit: Form }} /> }
  const user = userWith('jar.view', 'jar.update')
  return openScreens('/jars/7', screens, { user, provider, resources })
}

it('a form of react-admin begins with its record, and stays where it was put', async () => {
  const record = { id: 7, version: 1, label: 'Plum', note: 'Sweet', labels: {} }
  let arrive: (answer: object) => void = () => undefined
  const answer = new Promise((resolve) => (arrive = resolve))
  const { person } = open(() => answer)
  expect(await screen.findByRole('heading', { name: 'Edit jar' })).toBeTruthy()
  await screen.findByText('Loading …')
  expect(screen.queryByRole('tab')).toBeNull()
  arrive({ data: record })
  await person.click(await screen.findByRole('tab', { name: 'More' }))
  expect(await screen.findByDisplayValue('Sweet')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'More', selected: true })).toBeTruthy()
})

it('is not there for a record that is gone', async () => {
  open(() => Promise.reject(refusal(404, 'It is not there.')))
  expect(await screen.findByText('It is not there.')).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
})
