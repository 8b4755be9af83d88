import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { business } from '../../../../resources/index.browser.ts'
import { permissions } from '../../../../resources/permissions.ts'
import { notification } from '../../../../src/system/notification/notification.ts'
import { NoticePage } from '../../../../src/browser/views/notifications/NoticePage.tsx'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { openScreens } from '../../../browser/views/screens.tsx'
import { userWith } from '../../../browser/views/fixture.ts'

const list = (path: string, filter: object, more: Record<string, string> = {}) =>
  `${path}?${new URLSearchParams({ ...more, filter: JSON.stringify(filter) })}`

const history = (filter: object, view?: string) =>
  list('/lead/history/search', filter, view === undefined ? {} : { view })
const refused = { direction: 'in', status: [401, 403] }

const held = permissions.map(({ name }) => name)

/** Opens a notification as somebody who lacks a permission, and returns where it leads. */
async function aimOf(event: string, about: object, ...lacking: string[]) {
  const notice = {
    id: 5,
    version: 1,
    event,
    title: 'Something happened',
    message: 'Look at it',
    values: null,
    resource: null,
    record_id: null,
    count: 1,
    read_at: '2026-01-31T10:00:00Z',
    updated_at: '2026-01-31T10:00:00Z',
    ...about,
  }
  const provider = fakeProvider({ getOne: (async () => ({ data: notice })) as never })
  const { resources, views } = business
  const around = {
    user: userWith(...held.filter((name) => !lacking.includes(name))),
    provider,
    resources: [...resources.filter(({ name }) => name !== notification.name), notification],
    views: views as never,
  }
  openScreens('/profile/notification/5', { '/profile/notification/:id': <NoticePage /> }, around)
  await screen.findByRole('heading', { name: 'Something happened' })
  return screen.queryByRole('link', { name: /^Open/ })?.getAttribute('href')
}

const department = { resource: 'broker_departments', record_id: 7 }
const integration = { resource: 'send_integrations', record_id: 7 }
const source = { resource: 'sources', record_id: 7 }
const cap = { resource: 'department_caps', record_id: 3, values: { department: 7 } }

it.each([
  [
    'unknown_waiting',
    department,
    history({ state: 'unknown', department: 7, is_test: false }, 'Needs a check'),
  ],
  [
    'department_closed',
    department,
    history({ state: 'waiting', department: 7, failure_status: 'Outside opening hours' }),
  ],
  [
    'sent_without_id',
    integration,
    history({ state: 'sent', integration: 7, api_lead_id: { empty: true }, is_test: false }),
  ],
  ['unmapped_status', {}, list('/lead/status/settings', {})],
  ['unmapped_status', integration, list('/lead/status/settings', {})],
  ['source_failing', source, list('/failed/lead/search', { source: 7, stage: 'open' })],
  ['partner_unknown', {}, list('/settings/requests', refused)],
  ['partner_refused', department, list('/settings/requests', { ...refused, department: 7 })],
  ['cap_reached', cap, '/broker/department/7/histories/view'],
  ['integration_paused', integration, '/send/integration/7'],
  ['sync_failed', integration, '/send/integration/7'],
  ['contract_ends', { resource: 'brokers', record_id: 7 }, '/broker/search/7/show'],
])('a notification of %s leads to where something can be done about it', async (...given) => {
  const [event, about, path] = given
  expect(await aimOf(event, about)).toBe(path)
})

it('it leads to what it is about where the list is not open to the user', async () => {
  expect(await aimOf('partner_refused', department, 'settings.request.view')).toBe(
    '/broker/department/7/histories/view',
  )
})
