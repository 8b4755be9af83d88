import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { views } from '../../../resources/index.browser.ts'
import { lead } from '../../../resources/leads/lead/lead.ts'
import { send } from '../../../resources/sending/send/send.ts'
import { ResourceShow } from '../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider } from '../../browser/views/console.tsx'
import { userWith } from '../../browser/views/fixture.ts'
import { openScreens } from '../../browser/views/screens.tsx'

const person = {
  id: 7,
  version: 1,
  first_name: 'Ada',
  last_name: 'King',
  stage: 'sent',
  consent_at: '2026-03-01T10:00:00Z',
  consent_text: 'I agree to be called.',
}
const receivers = [
  { name: 'Acme / Desk 3', send: 1, state: 'sent', at: '2026-03-02T10:00:00Z' },
  { name: 'Acme / Desk 4', send: 2, state: 'rejected', at: '2026-03-03T10:00:00Z' },
]

function open(...permissions: string[]) {
  const provider = fakeProvider({
    getOne: (async () => ({ data: person })) as never,
    getList: (async () => ({ data: [], total: 0 })) as never,
    call: (async (_method: string, path: string) => ({
      message: '',
      data: path === '/lead/7/privacy' ? { receivers } : {},
    })) as never,
  })
  const screens = {
    '/lead/single/:id': <ResourceShow resource={lead} views={views.leads as never} />,
  }
  const user = userWith('lead.view', 'lead.single.view', ...permissions)
  const resources = [lead, send]
  return openScreens('/lead/single/7', screens, { user, provider, resources })
}

it('A2: the privacy tab tells the consent and every department that has the person, and offers what a person may ask for', async () => {
  const { person: user } = open('lead.erase')
  await user.click(await screen.findByRole('tab', { name: 'Privacy' }, { timeout: 10_000 }))
  const panel = within(await screen.findByRole('tabpanel', { name: 'Privacy' }))
  expect(await panel.findByText('I agree to be called.', {}, { timeout: 10_000 })).toBeTruthy()
  expect(await panel.findByText('Acme / Desk 4')).toBeTruthy()
  expect(panel.getByText('Rejected')).toBeTruthy()
  expect(panel.getByText('Sent')).toBeTruthy()
  expect(panel.getByRole('button', { name: 'Erase the person' })).toBeTruthy()
  // Needs every right to see the person.
  expect(panel.queryByRole('button', { name: 'Download all data of the person' })).toBeNull()
})

it('A2: what a person may ask for is offered once on the page of a lead, in its privacy tab', async () => {
  const { person: user } = open('lead.erase', 'lead.contact.view', 'lead.sensitive.view')
  await user.click(await screen.findByRole('tab', { name: 'Privacy' }, { timeout: 10_000 }))
  const panel = await screen.findByRole('tabpanel', { name: 'Privacy' })
  await within(panel).findByRole('button', { name: 'Erase the person' }, { timeout: 10_000 })
  const buttons = screen.getAllByRole('button', { name: 'Download all data of the person' })
  expect(buttons).toHaveLength(1)
  expect(panel.contains(buttons[0]!)).toBe(true)
})

it('the privacy tab is for those who may erase a person', async () => {
  open('lead.history.view')
  expect(await screen.findByRole('tab', { name: 'Sends' }, { timeout: 10_000 })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Privacy' })).toBeNull()
})
