import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { views } from '../../../resources/index.browser.ts'
import { lead } from '../../../resources/leads/lead/lead.ts'
import { status } from '../../../resources/settings/status.ts'
import { localizeResource } from '../../../src/browser/client/i18n/localizeResource.ts'
import { ResourceShow } from '../../../src/browser/views/ResourceShow.tsx'
import type { Views } from '../../../src/browser/views/resourceViews.ts'
import { fakeProvider } from '../../browser/views/console.tsx'
import { userWith } from '../../browser/views/fixture.ts'
import { openScreens } from '../../browser/views/screens.tsx'

const record = {
  id: 7,
  version: 1,
  email: 'ada@example.com',
  stage: 'sent',
  status: 2,
  broker_status: 'Ring later',
  labels: { status: { label: 'New', color: '#15803d' } },
}

it('9.1: beside our status of a lead stands the word of its broker', async () => {
  const provider = fakeProvider({ getOne: async () => ({ data: record as never }) })
  const translate = (key: string, { _: text }: { _?: string } = {}) => text ?? key
  const resource = localizeResource(lead, translate as never)
  openScreens(
    '/lead/single/7',
    {
      '/lead/single/:id': <ResourceShow resource={resource} views={views.leads as Views<any>} />,
    },
    { user: userWith('lead.view', 'lead.single.view'), provider, resources: [lead, status] },
  )
  const standing = await screen.findByRole('list', { name: 'How the lead stands' })
  expect(within(standing).getByText('Ring later')).toBeTruthy()
  expect(standing.textContent).toContain('Broker status: Ring later')
})
