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

const about = { resource: 'sends', id: 21 }
const happened = (event: string, at: string, values: object = { department: 'UK desk' }) => ({
  kind: 'event',
  event,
  at,
  about,
  values,
})
const changed = {
  kind: 'change',
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
  await openTimelineOf({ ...person, age }, [changed])
  await screen.findByRole('list', { name: 'How the lead stands' })
  expect(screen.queryAllByText('Under 18: never sent')).toHaveLength(times)
})

it('of a lead that was accepted as a duplicate the head says so', async () => {
  await openTimelineOf({ ...person, is_duplicate: true }, [changed])
  const head = await screen.findByRole('list', { name: 'How the lead stands' })
  expect(head.textContent).toContain('Accepted as a duplicate')
})

async function openTimelineOf(data: object, lines: readonly object[]) {
  const provider = fakeProvider({
    getOne: (async () => ({ data })) as never,
    getList: (async () => ({ data: [], total: 0 })) as never,
    call: (async () => ({ data: lines, meta: { next: null, labels: {} } })) as never,
  })
  const slots = { ...noSlots, features: [history], views: views as never }
  const screens = {
    '/lead/single/:id': (
      <SlotsContext value={slots}>
        <ResourceShow resource={lead} views={views.leads as never} />
      </SlotsContext>
    ),
  }
  const user = userWith('lead.view', 'lead.single.view')
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

it('G20: what became of a lead stands among its changes as the server tells it, in words', async () => {
  await openTimelineOf(person, [
    happened('ftd', '2026-03-05T10:00:00Z'),
    happened('told', '2026-03-04T10:00:00Z', { department: 'UK desk', status: 'Hot' }),
    changed,
    happened('sent', '2026-03-02T10:00:00Z'),
    happened('planned', '2026-03-02T10:00:00Z'),
    happened('rejected', '2026-03-01T10:02:00Z', { department: '#4', reason: 'Duplicate' }),
    {
      ...happened('commented', '2026-02-28T11:00:00Z', { text: 'Calls at six', user: 'Grace' }),
      about: { resource: 'lead_comments', id: 4 },
    },
    { ...happened('imported', '2026-02-28T10:00:00Z', { import: 'may.csv' }), about: null },
    { ...happened('received', '2026-02-28T09:00:00Z', { department: 'Sea' }), about: null },
  ])
  await screen.findByText('FTD at UK desk', {}, { timeout: 10_000 })
  expect(told()).toEqual([
    'FTD at UK desk',
    'UK desk says “Hot”',
    'Grace changed it',
    'UK desk took it',
    'Put in line for UK desk',
    '#4 did not take it: Duplicate',
    'Grace commented',
    'Came with the import may.csv',
    'Came from Sea, a partner',
  ])
  expect(screen.getByRole('link', { name: 'UK desk took it' }).getAttribute('href')).toBe(
    '/lead/history/21',
  )
  expect(screen.getByText('Calls at six')).toBeTruthy()
  // What somebody wrote keeps its direction in a page of another.
  expect(screen.getByText('Calls at six').tagName).toBe('BDI')
  expect(screen.queryByRole('link', { name: /commented|Came with/ })).toBeNull()
})

it('what changed on a department stands in one tab', () => {
  const [timeline] = history.parts?.showTab ?? []
  const user = userWith('broker.department.histories.view')
  expect(timeline?.isFor?.(lead, user)).toBe(true)
  expect(timeline?.isFor?.(brokerDepartment, user)).toBe(false)
})
