import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'

import { status } from '../../../resources/settings/status.ts'
import { ResourceCreate } from '../../../src/browser/views/ResourceForms.tsx'
import { fakeProvider } from '../../browser/views/console.tsx'
import { userWith } from '../../browser/views/fixture.ts'
import { openScreens } from '../../browser/views/screens.tsx'

it('a status whose name could hardly be read on its colour says so while the colours are chosen', async () => {
  const screens = { '/settings/statuses/create': <ResourceCreate resource={status} /> }
  const { person } = openScreens('/settings/statuses/create', screens, {
    user: userWith('settings.status.view', 'settings.status.create'),
    provider: fakeProvider(),
    resources: [status],
  })
  const background = await screen.findByRole('textbox', { name: /Background color/ })
  const text = screen.getByRole('textbox', { name: /Text color/ })
  const name = screen.getByRole('textbox', { name: /^Name/ })
  await person.type(name, 'Call back')
  const chip = await screen.findByText('Call back')
  expect([chip.style.backgroundColor, chip.style.color]).toEqual([
    'rgb(226, 232, 240)',
    'rgb(30, 41, 59)',
  ])
  const warning = () => screen.queryByText(/can hardly be read/)
  expect(warning()).toBeNull()
  await person.clear(background)
  await person.type(background, '#334155')
  await waitFor(() => expect(warning()?.textContent).toContain('a contrast of 1.4 : 1'))
  await person.clear(text)
  await person.type(text, '#ffffff')
  await waitFor(() => expect(warning()).toBeNull())
})
