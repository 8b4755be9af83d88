import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { views } from '../../../resources/index.browser.ts'
import { failedLead } from '../../../resources/leads/failedLead/failedLead.ts'
import { lead } from '../../../resources/leads/lead/lead.ts'
import { send } from '../../../resources/sending/send/send.ts'
import { ResourceShow } from '../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider } from '../../browser/views/console.tsx'
import { userWith } from '../../browser/views/fixture.ts'
import { openScreens } from '../../browser/views/screens.tsx'

function open(...permissions: string[]) {
  const getList = vi.fn(async () => ({ data: [], total: 0 }))
  const provider = fakeProvider({
    getOne: (async () => ({ data: { id: 7, version: 1, first_name: 'Ada' } })) as never,
    getList: getList as never,
  })
  const screens = {
    '/lead/single/:id': <ResourceShow resource={lead} views={views.leads as never} />,
  }
  const seen = ['lead.view', 'lead.single.view', 'lead.contact.view', 'lead.history.view']
  const user = userWith(...seen, 'failed.lead.view', ...permissions)
  const resources = [lead, send, failedLead]
  return { getList, ...openScreens('/lead/single/7', screens, { user, provider, resources }) }
}

it('one tab has the failed sends of a lead and its refused duplicates', async () => {
  const { person, getList } = open('lead.failed.view')
  await person.click(await screen.findByRole('tab', { name: 'Failed' }, { timeout: 10_000 }))
  const panel = within(await screen.findByRole('tabpanel', { name: 'Failed' }))
  expect(await panel.findByRole('heading', { name: /^Failed sends/ })).toBeTruthy()
  expect(await panel.findByRole('heading', { name: /^Refused duplicates/ })).toBeTruthy()
  const asked = (resource: string, filter: object) =>
    expect(getList).toHaveBeenCalledWith(resource, expect.objectContaining({ filter }))
  await waitFor(() => asked('sends', { lead: 7, state: ['rejected', 'failed', 'unknown'] }))
  await waitFor(() => asked('failed_leads', { matched_lead: 7 }))
})

it('the tab is for those who may see what failed', async () => {
  open()
  expect(await screen.findByRole('tab', { name: 'Sends' }, { timeout: 10_000 })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Failed' })).toBeNull()
})
