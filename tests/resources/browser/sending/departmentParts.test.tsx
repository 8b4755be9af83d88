import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { broker } from '../../../../resources/brokers/broker.ts'
import { brokerDepartment } from '../../../../resources/brokers/department/brokerDepartment.ts'
import { views } from '../../../../resources/index.browser.ts'
import { integration } from '../../../../resources/sending/integration/integration.ts'
import { request } from '../../../../resources/settings/request.ts'
import { HttpFailure, unavailable } from '../../../../src/browser/client/http/httpFailure.ts'
import { ResourceEdit } from '../../../../src/browser/views/ResourceForms.tsx'
import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { ResourceShow } from '../../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { openScreens } from '../../../browser/views/screens.tsx'

const resources = [broker, brokerDepartment, integration, request]
const desk = {
  id: 3,
  version: 1,
  branch_name: 'UK desk',
  auth_type: 'token',
  allowed_ips: ['0.0.0.0/0', '::/0'],
}

type Integrations = readonly object[] | (() => readonly object[])

const open = (integrations: Integrations, ...permissions: string[]) =>
  openDesk(desk, integrations, ...permissions)

const openDesk = (record: object, integrations: Integrations, ...permissions: string[]) => {
  const listed = () => (typeof integrations === 'function' ? integrations() : integrations)
  const provider = fakeProvider({
    getOne: (async (resource: string) => ({
      data: resource === 'send_integrations' ? { id: 9, mapping: [] } : record,
    })) as never,
    getList: (async (resource: string) =>
      resource === 'send_integrations'
        ? { data: listed(), total: listed().length }
        : resource === 'broker_departments'
          ? { data: [record], total: 1 }
          : { data: [], total: 0 }) as never,
    call: (async () => ({ data: { faults: {}, warnings: [] } })) as never,
  })
  const screens = {
    '/desks': (
      <ResourceList resource={brokerDepartment} views={views.broker_departments as never} />
    ),
    '/desk/:id': (
      <ResourceShow resource={brokerDepartment} views={views.broker_departments as never} />
    ),
    '/desk/:id/edit': (
      <ResourceEdit resource={brokerDepartment} views={views.broker_departments as never} />
    ),
  }
  const user = userWith(
    'broker.department.view',
    'broker.department.histories.view',
    ...permissions,
  )
  return (path: string) => openScreens(path, screens, { user, provider, resources })
}

it('8.1: addresses that are the whole internet have a red mark', async () => {
  open([])('/desk/3')
  expect(await screen.findByText('The whole internet', {}, { timeout: 25_000 })).toBeTruthy()
})

it('sums that are added up every few minutes stand beside the cap of now with how late they are', async () => {
  open([])('/desk/3')
  expect(
    await screen.findByText(/^Last 7 days: .* accepted, .* \(updated every five minutes\)$/),
  ).toBeTruthy()
})

it.each([
  ['none at all', [], 'No cap'],
  ['one of a month', [{ id: 1, period: 'month', limit: 9 }], 'No cap for a day, but others'],
])('a department without a cap of today says whether it has others: %s', async (_, caps, text) => {
  openDesk({ ...desk, caps, cap_today: null }, [])('/desk/3')
  expect(await screen.findByText(text, {}, { timeout: 25_000 })).toBeTruthy()
})

it.each([
  ['in its list', '/desks'],
  ['where it is shown', '/desk/3'],
])('a full cap of a month is told in words: %s', async (_, path) => {
  const caps = [{ id: 1, period: 'month', limit: 9 }]
  openDesk({ ...desk, caps, cap_today: '3 / 9', full_cap: 'month' }, [])(path)
  expect(await screen.findByText('Full for this month', {}, { timeout: 25_000 })).toBeTruthy()
})

it('8.1: a form says so while they are typed', async () => {
  open([], 'broker.department.update')('/desk/3/edit')
  expect(
    await screen.findByText(/These addresses are the whole internet/, {}, { timeout: 25_000 }),
  ).toBeTruthy()
})

it('11.13: a test call goes through the integration in use, or says that there is none', async () => {
  const all = [
    { id: 8, state: 'draft' },
    { id: 9, state: 'active' },
  ]
  const { person } = open(all, 'send.integration.test')('/desk/3')
  await person.click(
    await screen.findByRole('button', { name: 'Send a test' }, { timeout: 25_000 }),
  )
  expect(
    await screen.findByRole('button', { name: 'Make the call' }, { timeout: 25_000 }),
  ).toBeTruthy()
})

it.each([
  ['makes one', ['send.integration.create'], /archived ones only\. Make one/, true],
  ['is told to ask where none may be made', [], /archived ones only\. Ask somebody/, false],
])(
  '11.13: who wants to test a department without an integration %s',
  async (_, more, text, may) => {
    const { person } = open([], 'send.integration.test', ...more)('/desk/3')
    await person.click(
      await screen.findByRole('button', { name: 'Send a test' }, { timeout: 25_000 }),
    )
    expect(await screen.findByText(text, {}, { timeout: 25_000 })).toBeTruthy()
    const link = within(screen.getByRole('dialog')).queryByRole('link', { name: 'New integration' })
    const source = encodeURIComponent('{"department":3}')
    expect(link?.getAttribute('href')).toBe(
      may ? `/send/integration/create?source=${source}` : undefined,
    )
  },
)

it('11.13: integrations that could not be read are asked for again, and not said to be none', async () => {
  let isAway = true
  const answer = () => {
    if (isAway) throw new HttpFailure(500, unavailable)
    return []
  }
  const { person } = open(answer, 'send.integration.test')('/desk/3')
  await person.click(
    await screen.findByRole('button', { name: 'Send a test' }, { timeout: 25_000 }),
  )
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 25_000 })
  expect(screen.queryByText(/has no integration/)).toBeNull()
  isAway = false
  await person.click(again)
  expect(await screen.findByText(/has no integration/, {}, { timeout: 25_000 })).toBeTruthy()
})

it('11.14: what a department sent to us, and we to it, stands under a tab, for those who may see the log', async () => {
  open([], 'settings.request.view')('/desk/3')
  expect(await screen.findByRole('tab', { name: /^Calls/ }, { timeout: 25_000 })).toBeTruthy()
})

it('9.3: a department in trouble says which integration it is, since when, and the last problem', async () => {
  const trouble = {
    ...desk,
    health: 'trouble',
    health_reasons: [
      {
        integration: 9,
        name: 'UK push',
        why: 'few',
        count: 1,
        of: 1_200,
        since: '2026-03-01T10:00:00Z',
        problem: 'Timeout',
      },
      {
        integration: 10,
        name: 'Spare',
        why: 'statuses',
        count: 2,
        of: null,
        since: null,
        problem: 'HTTP 500',
      },
    ],
  }
  const provider = fakeProvider({
    getOne: (async () => ({ data: trouble })) as never,
    getList: (async () => ({ data: [trouble], total: 1 })) as never,
  })
  const screens = {
    '/desks': (
      <ResourceList resource={brokerDepartment} views={views.broker_departments as never} />
    ),
    '/desk/:id': (
      <ResourceShow resource={brokerDepartment} views={views.broker_departments as never} />
    ),
  }
  const user = userWith('broker.department.view', 'broker.department.histories.view')
  const first =
    /^1 of 1,200 leads taken within 24 hours – UK push – since Mar 01, 2026 .* – last problem: Timeout$/
  const second = 'Statuses cannot be read – Spare – last problem: HTTP 500'
  const { router } = openScreens('/desk/3', screens, { user, provider, resources })
  expect(await screen.findByText(first, {}, { timeout: 25_000 })).toBeTruthy()
  expect(screen.getByText(second)).toBeTruthy()
  await act(() => router.navigate('/desks'))
  // As long as a cell may be, with the whole as its title.
  const short = await screen.findByTitle(
    /^1 of 1,200 .* UK push .* Spare .* HTTP 500$/,
    {},
    { timeout: 25_000 },
  )
  expect(short.textContent).toBe('1 of 1,200 leads taken within …')
})

it.each([
  [{ set: false }, 0],
  [{ set: true, last4: '9f3a' }, 1],
])('a token is replaced where there is one: of %j', async (api_token, count) => {
  const { person } = openDesk({ ...desk, api_token }, [], 'broker.department.token')('/desks')
  await person.click(
    await screen.findByRole('button', { name: /Actions for UK desk/ }, { timeout: 25_000 }),
  )
  expect(await screen.findByRole('menuitem', { name: 'Generate token' })).toBeTruthy()
  expect(screen.queryAllByRole('menuitem', { name: 'Replace token' })).toHaveLength(count)
})

it('11.12: a broker leads to its departments and their statistics', async () => {
  const provider = fakeProvider({
    getList: (async () => ({ data: [{ id: 5, version: 1, name: 'Acme' }], total: 1 })) as never,
  })
  const screens = {
    '/broker/search': <ResourceList resource={broker} views={views.brokers as never} />,
  }
  const user = userWith('broker.view', 'broker.department.view', 'broker.department.ftd.view')
  const { person } = openScreens('/broker/search', screens, { user, provider, resources })
  await person.click(
    await screen.findByRole('button', { name: /Actions for Acme/ }, { timeout: 25_000 }),
  )
  const hrefOf = async (name: string) =>
    (await screen.findByRole('menuitem', { name })).getAttribute('href')
  expect(await hrefOf('FTD statistics')).toBe('/broker/department/statistics?broker=5')
  expect(await hrefOf('Departments')).toBe('/broker/department/search?broker_id=5')
})

const licence = { regulator: 'FCA', licence_number: '7', licence_checked_at: '2026-01-31' }

it.each([
  ['whole', licence, 0],
  ['of which something is not known', { ...licence, licence_checked_at: null }, 1],
])('3.2: a licence %s warns as often as it should', async (_how, known, count) => {
  const acme = { id: 5, version: 1, name: 'Acme', ...known }
  const provider = fakeProvider({
    getOne: (async () => ({ data: acme })) as never,
    getList: (async () => ({ data: [], total: 0 })) as never,
  })
  const screens = {
    '/broker/:id': <ResourceShow resource={broker} views={views.brokers as never} />,
  }
  openScreens('/broker/5', screens, { user: userWith('broker.view'), provider, resources })
  expect(await screen.findByRole('heading', { name: /Acme/ }, { timeout: 25_000 })).toBeTruthy()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.queryAllByText(/licence is incomplete/)).toHaveLength(count)
})
