import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { views } from '../../../resources/index.browser.ts'
import { brokerDepartment } from '../../../resources/brokers/department/brokerDepartment.ts'
import { lead } from '../../../resources/leads/lead/lead.ts'
import { send } from '../../../resources/sending/send/send.ts'
import { history } from '../../../src/features/history/history.browser.ts'
import { ResourceShow } from '../../../src/browser/views/ResourceShow.tsx'
import { SlotsContext, noSlots } from '../../../src/browser/views/slots.ts'
import { fakeProvider } from '../../browser/views/console.tsx'
import { userWith } from '../../browser/views/fixture.ts'
import { openScreens } from '../../browser/views/screens.tsx'

const person = { id: 7, version: 2, first_name: 'Ada', last_name: 'King', stage: 'converted' }

const department = { id: 3, label: 'UK desk' }
const sends = [
  {
    id: 21,
    department: 3,
    labels: { department },
    state: 'sent',
    created_at: '2026-03-02T10:00:00Z',
    // In the same second.
    sent_at: '2026-03-02T10:00:00Z',
    answered_at: '2026-03-02T10:01:00Z',
    broker_status: 'Hot',
    broker_status_at: '2026-03-04T10:00:00Z',
    ftd_at: '2026-03-05T10:00:00Z',
  },
  {
    id: 20,
    department: 4,
    labels: { department: { id: 4, label: 'Ireland desk' } },
    state: 'rejected',
    failure_status: 'Duplicate',
    created_at: '2026-03-01T10:00:00Z',
    answered_at: '2026-03-01T10:02:00Z',
  },
]
const changed = {
  id: 12,
  at: '2026-03-03T10:00:00Z',
  action: 'update',
  version: 2,
  user: { id: 7, label: 'Grace' },
  changes: [{ field: 'city', before: 'Bath', after: 'York' }],
}

it.each([
  [17, 1],
  [18, 0],
  [null, 0],
])('of an age of %s the head says so often that it is never sent: %s', async (age, times) => {
  await openTimelineOf({ ...person, age }, null)
  await screen.findByRole('list', { name: 'How the lead stands' })
  expect(screen.queryAllByText('Under 18: never sent')).toHaveLength(times)
})

async function openTimeline(next: number | null, ...permissions: string[]) {
  await openTimelineOf(person, next, ...permissions)
}

async function openTimelineOf(data: object, next: number | null, ...permissions: string[]) {
  const provider = fakeProvider({
    getOne: (async () => ({ data })) as never,
    getList: (async (resource: string) =>
      resource === 'sends' ? { data: sends, total: 2 } : { data: [], total: 0 }) as never,
    call: (async () => ({ data: [changed], meta: { next, labels: {} } })) as never,
  })
  const slots = { ...noSlots, features: [history], views: views as never }
  const screens = {
    '/lead/single/:id': (
      <SlotsContext value={slots}>
        <ResourceShow resource={lead} views={views.leads as never} />
      </SlotsContext>
    ),
  }
  const user = userWith('lead.view', 'lead.single.view', ...permissions)
  const opened = openScreens('/lead/single/7', screens, { user, provider, resources: [lead, send] })
  await opened.person.click(
    await screen.findByRole('tab', { name: 'Timeline' }, { timeout: 10_000 }),
  )
  await screen.findByText(/Grace changed it/, {}, { timeout: 10_000 })
}

const told = () =>
  screen
    .getAllByRole('heading', { level: 3 })
    .map((one) => one.textContent?.replace(/ ?(Mar|\w{3} \d).*$/, ''))

it('what became of sends stands among the changes of a lead, the newest first', async () => {
  await openTimeline(null, 'lead.history.view')
  await screen.findByText('FTD at UK desk', {}, { timeout: 10_000 })
  expect(told()).toEqual([
    'FTD at UK desk',
    'UK desk says “Hot”',
    'Grace changed it',
    'UK desk took it',
    'Put in line for UK desk',
    'Ireland desk did not take it: Duplicate',
    'Put in line for Ireland desk',
  ])
  expect(screen.getByRole('link', { name: 'UK desk took it' }).getAttribute('href')).toBe(
    '/lead/history/21',
  )
})

it('what happened before the oldest change that is shown comes with the older ones', async () => {
  await openTimeline(11, 'lead.history.view')
  await screen.findByText('FTD at UK desk', {}, { timeout: 10_000 })
  expect(told()).toEqual(['FTD at UK desk', 'UK desk says “Hot”', 'Grace changed it'])
})

it('G20: a lead that an import brought begins with it', async () => {
  const imported = { ...person, import: 5, created_at: '2026-02-28T10:00:00Z' }
  await openTimelineOf(imported, null)
  expect(told()).toEqual(['Grace changed it', 'Came with an import'])
})

it('sends are told to those who may see them', async () => {
  await openTimeline(null)
  expect(told()).toEqual(['Grace changed it'])
})

it('what changed on a department stands in one tab', () => {
  const [timeline] = history.parts?.showTab ?? []
  const user = userWith('broker.department.histories.view')
  expect(timeline?.isFor?.(lead, user)).toBe(true)
  expect(timeline?.isFor?.(brokerDepartment, user)).toBe(false)
})
