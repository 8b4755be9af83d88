import { createTheme, ThemeProvider } from '@mui/material/styles'
import { cleanup, screen } from '@testing-library/react'
import {
  AutocompleteInput,
  ShowBase,
  TabbedForm,
  TabbedShowLayout,
  TextField,
  TextInput,
} from 'react-admin'
import { expect, it, vi } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { PageTitle } from '#browser'
import { lightTheme } from '../../../../src/browser/ui/theme/theme.ts'
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
    <TabbedForm>
      <TabbedForm.Tab label="Main">
        <TextInput source="label" />
        <AutocompleteInput source="note" choices={[{ id: 'Sweet', name: 'Sweet' }]} />
      </TabbedForm.Tab>
      <TabbedForm.Tab label="More">
        <TextInput source="note" />
      </TabbedForm.Tab>
    </TabbedForm>
  )
}

function Facts() {
  return (
    <ShowBase>
      <TabbedShowLayout>
        <TabbedShowLayout.Tab label="Main">
          <TextField source="label" />
        </TabbedShowLayout.Tab>
        <TabbedShowLayout.Tab label="More">
          <TextField source="note" />
        </TabbedShowLayout.Tab>
      </TabbedShowLayout>
    </ShowBase>
  )
}

function open(getOne: () => Promise<unknown>, address = '/jars/7') {
  const getList = vi.fn(async () => ({ data: [], total: 0 }))
  const provider = fakeProvider({ getList: getList as never, getOne: getOne as never })
  const themed = (
    <ThemeProvider theme={createTheme(lightTheme)}>
      <ResourceList resource={jar} views={{ edit: Form, show: Facts }} />
    </ThemeProvider>
  )
  const screens = { '/jars/*': themed, '/jars/:id/show': themed }
  const user = userWith('jar.view', 'jar.update')
  return openScreens(address, screens, { user, provider, resources })
}

it('tabs of react-admin, which no address of the console ends with, show what is theirs', async () => {
  const record = { id: 7, version: 1, label: 'Plum', note: 'Sweet', labels: {} }
  const { person, router } = open(async () => ({ data: record }), '/jars/7/show')
  expect(await screen.findByText('Plum')).toBeTruthy()
  await person.click(screen.getByRole('tab', { name: 'More' }))
  expect(await screen.findByText('Sweet')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/jars/7/show')
})

it('a form of react-admin begins with its record, and stays where it was put', async () => {
  const record = { id: 7, version: 1, label: 'Plum', note: 'Sweet', labels: {} }
  let arrive: (answer: object) => void = () => undefined
  const answer = new Promise((resolve) => (arrive = resolve))
  const { person } = open(() => answer)
  expect(await screen.findByRole('heading', { name: 'Edit jar' })).toBeTruthy()
  await screen.findByText('Loading …')
  expect(screen.queryByRole('tab')).toBeNull()
  arrive({ data: record })
  // As wide as the inputs beside it, as react-admin's own theme has it.
  const picker = await screen.findByRole('combobox', { name: 'Note' })
  expect(picker.closest('.MuiAutocomplete-fullWidth')).toBeTruthy()
  await person.click(await screen.findByRole('tab', { name: 'More' }))
  expect(await screen.findByRole('textbox', { name: 'Note' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'More', selected: true })).toBeTruthy()
})

it('is not there for a record that is gone', async () => {
  open(() => Promise.reject(refusal(404, 'It is not there.')))
  expect(await screen.findByText('It is not there.')).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
})

it('a list of the business names its page by the resource, unless it says another title itself', async () => {
  const provider = fakeProvider({ getList: (async () => ({ data: [], total: 0 })) as never })
  const user = userWith('jar.view')
  const Own = () => <h1>On the shelf</h1>
  const Titled = () => (
    <>
      <PageTitle title="The shelf" />
      <h1>On the shelf</h1>
    </>
  )
  for (const [list, title] of [
    [Own, /^Jars – /],
    [Titled, /^The shelf – /],
  ] as const) {
    const screens = { '/jars/*': <ResourceList resource={jar} views={{ list }} /> }
    openScreens('/jars', screens, { user, provider, resources })
    expect(await screen.findByRole('heading', { name: 'On the shelf' })).toBeTruthy()
    expect(document.title).toMatch(title)
    cleanup()
  }
})
