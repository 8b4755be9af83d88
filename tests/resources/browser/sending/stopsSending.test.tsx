import { screen } from '@testing-library/react'
import { Form, TextInput } from 'react-admin'
import { expect, it, vi } from 'vitest'

import { integration } from '../../../../resources/sending/integration/integration.ts'
import { CallPreview } from '../../../../resources/sending/integration/views/CallPreview.tsx'
import { openScreens } from '../../../browser/views/screens.tsx'
import { editorWithout, roleProvider } from '../roleForm.tsx'

const warning = /Saving this stops its sending/

function openForm(state: string) {
  const call = vi.fn(async () => ({ data: { faults: {}, warnings: [] } }))
  const form = (
    <Form record={{ id: 3, url: 'https://a.example.com', note: '' }}>
      <TextInput source="url" />
      <TextInput source="note" />
      <CallPreview record={{ id: 3, state } as never} />
    </Form>
  )
  const around = { provider: roleProvider({ call: call as never }), resources: [integration] }
  return openScreens('/form', { '/form': form }, { user: editorWithout(), ...around })
}

it('the form of an integration that sends says when saving stops it, and only then', async () => {
  const { person } = openForm('active')
  await person.type(await screen.findByLabelText('Note'), 'Ask Ada')
  expect(screen.queryByText(warning)).toBeNull()
  await person.type(screen.getByLabelText('Url'), '/leads')
  expect(await screen.findByText(warning)).toBeTruthy()
})

it('and one that rests has nothing to stop', async () => {
  const { person } = openForm('draft')
  await person.type(await screen.findByLabelText('Url'), '/leads')
  expect(screen.queryByText(warning)).toBeNull()
})
