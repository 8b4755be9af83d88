import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { api, serveApi, visit } from '../console.tsx'
import { everything } from '../fixture.ts'

serveApi()

const author = '/api/library/author/3'
const isConfirmed = () => api.callsTo('POST /api/profile/confirm').some(({ body }) => isRight(body))
const isRight = ({ password }: { password: string }) => password === 'right'

/** Types a new name into the form of a record that the server changes only after the password was entered. */
async function save() {
  api.answer('POST /api/profile/confirm', ({ body }) =>
    isRight(body)
      ? { body: { message: 'Password confirmed', data: {} } }
      : { status: 422, body: { message: 'Check', errors: { password: ['Not your password'] } } },
  )
  api.answer(`PUT ${author}`, ({ body }) =>
    isConfirmed()
      ? { body: { message: 'Done', data: { id: 3, version: 2, ...body } } }
      : {
          status: 403,
          body: { message: 'Enter your password again.', code: 'confirm_password' },
        },
  )
  const { person } = visit('/library/authors/3', everything)
  const name = await screen.findByLabelText(/^Name/)
  await person.clear(name)
  await person.type(name, 'Augusta Ada')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter your password' }))
  return { person, dialog, name, field: dialog.getByLabelText('Password') }
}

it('M4: asks for the password over the form, and saves when it is right', async () => {
  const { person, dialog, field } = await save()
  await waitFor(() => expect(document.activeElement).toBe(field))
  await person.type(field, 'wrong{Enter}')
  expect(await dialog.findByText('Not your password')).toBeTruthy()
  await person.clear(field)
  await person.type(field, 'right{Enter}')
  await waitFor(() => expect(api.callsTo(`PUT ${author}`)).toHaveLength(2))
  expect(api.callsTo(`PUT ${author}`)[1]?.body).toMatchObject({ name: 'Augusta Ada' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('M4: says that nothing was changed when the password is not entered, and keeps what was typed', async () => {
  const { person, dialog, name } = await save()
  await person.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/^Nothing was changed/)).toBeTruthy()
  expect(name).toHaveProperty('value', 'Augusta Ada')
  expect(api.callsTo(`PUT ${author}`)).toHaveLength(1)
})
