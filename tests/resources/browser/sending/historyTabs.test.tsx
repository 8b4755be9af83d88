import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { views } from '../../../../resources/index.browser.ts'
import { leadChange } from '../../../../resources/leads/history/leadChange.ts'
import { send } from '../../../../resources/sending/send/send.ts'
import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { openScreens } from '../../../browser/views/screens.tsx'

it('the lead history is one screen with the tabs Sends and Changes', async () => {
  const provider = fakeProvider({ getList: (async () => ({ data: [], total: 0 })) as never })
  const screens = {
    '/lead/history/search/*': <ResourceList resource={send} views={views.sends as never} />,
    '/lead/history/changes/*': (
      <ResourceList resource={leadChange} views={views.lead_changes as never} />
    ),
  }
  const user = userWith('lead.history.view')
  const resources = [send, leadChange]
  const { person } = openScreens('/lead/history/search', screens, { user, provider, resources })
  const tab = (name: string) => screen.findByRole('tab', { name }, { timeout: 10_000 })
  expect((await tab('Sends')).getAttribute('aria-selected')).toBe('true')
  await person.click(await tab('Changes'))
  expect((await tab('Changes')).getAttribute('aria-selected')).toBe('true')
  expect((await tab('Sends')).getAttribute('href')).toBe('/lead/history/search')
})

it('what is asked of several sends names them as sends', async () => {
  const sends = [1, 2].map((id) => ({ id, version: 1, state: 'failed', labels: {} }))
  const outlook = { count: 2, checked: 2, done: 2, reasons: [] }
  const provider = fakeProvider({
    getList: (async () => ({ data: sends, total: 2 })) as never,
    call: (async () => ({ data: outlook })) as never,
  })
  const screens = {
    '/lead/history/search/*': <ResourceList resource={send} views={views.sends as never} />,
  }
  const user = {
    ...userWith('lead.history.view', 'lead.history.retry'),
    session: { is_sender: true } as never,
  }
  const { person } = openScreens('/lead/history/search', screens, {
    user,
    provider,
    resources: [send],
  })
  for (const box of (await screen.findAllByRole('checkbox', {}, { timeout: 10_000 })).slice(1)) {
    await person.click(box)
  }
  await person.click(await screen.findByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('Send again: 2 sends')).toBeTruthy()
  expect(await screen.findByText('2 of 2 can be done.')).toBeTruthy()
})

it('nothing is sent again by who is no sender', async () => {
  const sends = [{ id: 1, version: 1, state: 'failed', labels: {} }]
  const screens = {
    '/lead/history/search/*': <ResourceList resource={send} views={views.sends as never} />,
  }
  const { person } = openScreens('/lead/history/search', screens, {
    user: {
      ...userWith('lead.history.view', 'lead.history.retry', 'lead.history.cancel'),
      session: { is_sender: 0 } as never,
    },
    provider: fakeProvider({ getList: (async () => ({ data: sends, total: 1 })) as never }),
    resources: [send],
  })
  await person.click((await screen.findAllByRole('button', { name: /^Actions for/ }))[0]!)
  expect(await screen.findByRole('menuitem', { name: 'Open' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Send again' })).toBeNull()
})

it('says at whose word a lead was changed where no user did it', async () => {
  const none = {
    user: null,
    department: null,
    integration: null,
    changed: null,
    note: null,
    job: null,
  }
  const change = { ...none, version: 1, event: 'update', created_at: '2026-11-20T10:00:00Z' }
  const data = [
    { ...change, id: 3, user: 5, labels: { user: { id: 5, label: 'Mara' } } },
    { ...change, id: 2, department: 7, labels: { department: { id: 7, label: 'Acme / Desk 2' } } },
    { ...change, id: 1, labels: {} },
  ]
  const rows = data.map((one) => ({ ...one, lead: 1, detail: { changes: [] } }))
  const screens = {
    '/lead/history/changes/*': (
      <ResourceList resource={leadChange} views={views.lead_changes as never} />
    ),
  }
  openScreens('/lead/history/changes', screens, {
    user: userWith('lead.history.view'),
    provider: fakeProvider({ getList: (async () => ({ data: rows, total: 3 })) as never }),
    resources: [leadChange],
  })
  for (const who of ['Mara', 'Acme / Desk 2', 'The system']) {
    expect(await screen.findByText(who, {}, { timeout: 10_000 })).toBeTruthy()
  }
})
