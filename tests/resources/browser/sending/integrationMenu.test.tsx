import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { integration } from '../../../../resources/sending/integration/integration.ts'
import { ResourceShow } from '../../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { openScreens } from '../../../browser/views/screens.tsx'

it('one way copies an integration: the one that gives the copy an address of its own for postbacks', async () => {
  const one = { id: 7, version: 1, name: 'UK desk', state: 'active' }
  const provider = fakeProvider({ getOne: (async () => ({ data: one })) as never })
  const permissions = ['view', 'create', 'activate', 'sync', 'update', 'delete']
  const { person } = openScreens(
    '/send/integration/7',
    { '/send/integration/:id': <ResourceShow resource={integration} /> },
    {
      user: userWith(...permissions.map((right) => `send.integration.${right}`)),
      provider,
      resources: [integration],
    },
  )
  const menu = await screen.findByRole('button', { name: 'Actions for UK desk' })
  const buttons = screen.getAllByRole('button')
  await person.click(menu)
  const offered = [...buttons, ...(await screen.findAllByRole('menuitem'))]
  const copies = offered.map((one) => one.textContent).filter((text) => /Copy|Duplicate/.test(text))
  expect(copies).toEqual(['Copy'])
})
