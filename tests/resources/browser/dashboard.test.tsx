import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { defineResource, field } from '#schema'

import { dashboardScreen } from '../../../resources/dashboard/dashboard.browser.tsx'
import { placeholder } from '../../../src/browser/views/dashboard/StatGrid.tsx'
import { createConsole } from '../../../src/browser/frame/Console.tsx'
import { setDisplayLocale } from '../../../src/browser/client/i18n/formats.ts'
import { createHttp } from '../../browser/shell/connect.ts'
import { resetStates } from '../../../src/browser/client/storage/persisted.ts'
import { slots } from '../../../src/features/index.browser.ts'
import { session } from '../../../src/browser/client/session/session.ts'
import { store } from '../../../src/browser/client/storage/store.ts'
import { api, serveApi } from '../../browser/shell/console.tsx'
import { newToken, sessionOf } from '../../browser/shell/fixture.ts'
import { computeStyles, styleOf } from '../../browser/speed.ts'

serveApi()

const lead = defineResource('leads', {
  group: 'Leads',
  api: 'lead',
  routes: { list: 'lead/search' },
  permission: 'lead',
  fields: { name: field.text(), ftd_at: field.timestamp({ optional: true }) },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

const all = [
  'dashboard.view',
  'lead.view',
  'failed.lead.view',
  'lead.history.view',
  'lead.failed.view',
  'broker.department.view',
]

const labels = ['15', '16', '17', '18', '19', '20', '21'].map((day) => `2026-11-${day}`)
const card = (label: string, more: object = {}) => ({
  label,
  value: 1234,
  percentage: 12.5,
  increase: true,
  labels,
  datasets: [1000, 200, 30, 4, 0, 0, 0],
  ...more,
})

const five = [
  card('leads'),
  card('failed_leads', { value: 56, percentage: 0 }),
  card('leads_sent_successfully', { value: 0, percentage: 0 }),
  card('leads_sent_failed', { value: 3, percentage: -40, increase: false }),
  card('ftds', { value: 7, percentage: -33.3, increase: false }),
]

beforeEach(() => {
  resetStates('dashboard')
  api.answer('GET /api/dashboard', { body: { data: five } })
  const meta = { total: 0, total_is: 'exact' }
  api.answer('GET /api/lead/search', { body: { data: [], meta } })
})

function visit(path = '/dashboard', permissions: readonly string[] = all) {
  window.history.replaceState(window.history.state, '', path)
  session.write(sessionOf(permissions, { access_token: newToken() }))
  const http = createHttp({ origin: api.origin, session, locale: () => 'en', reload: vi.fn() })
  const ownCard = { dashboardCards: [() => <p>Card of a feature</p>] }
  const Console = createConsole({
    slots: { ...slots, features: [...slots.features, ownCard] },
    resources: [lead],
    views: {},
    screens: [dashboardScreen],
    home: [{ permission: 'dashboard.view', path: 'dashboard' }, { path: 'lead/search' }],
    http,
    session,
    store,
    leave: vi.fn(),
  })
  const { unmount } = render(<Console />)
  return { person: userEvent.setup(), unmount }
}

const page = async () => within(await screen.findByRole('main'))
const heading = async (name: string) => (await page()).findByRole('heading', { level: 2, name })
const cardOf = async (name: string) => (await heading(name)).closest<HTMLElement>('.MuiCard-root')!
const hold = () => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  api.answer('GET /api/dashboard', async () => {
    await gate
    return { body: { data: five } }
  })
  return release
}

describe('specification 2: the dashboard', () => {
  it('is where a signed-in user at / is led who holds dashboard.view', async () => {
    visit('/')
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
    expect(window.location.pathname).toBe('/dashboard')
  })

  it('offers no days to whom it shows no number', async () => {
    visit('/dashboard', ['dashboard.view'])
    expect(await (await page()).findByText('Your role shows you none of the numbers.')).toBeTruthy()
    expect((await page()).queryByRole('group', { name: 'Period' })).toBeNull()
    expect((await page()).queryByText(/compared with/)).toBeNull()
  })

  it('has the cards of features below its own', async () => {
    visit()
    expect(await (await page()).findByText('Card of a feature')).toBeTruthy()
  })

  it('is not where others are led', async () => {
    visit('/', ['lead.view'])
    await screen.findByRole('heading', { level: 1, name: 'Leads' })
    await screen.findByText(/^No leads yet/)
    expect(window.location.pathname).toBe('/lead/search')
  })

  it('is a no-permission page for others, and asks for nothing', async () => {
    visit('/dashboard', ['lead.view'])
    await screen.findByRole('heading', { name: /permission/i })
    expect(api.callsTo('GET /api/dashboard')).toEqual([])
  })

  it('stands first in the sidebar, in a group of its own', async () => {
    visit()
    const menu = await screen.findByRole('navigation', { name: 'Main menu' })
    expect(within(menu).getAllByRole('heading')[0]?.textContent).toBe('Dashboard')
    expect(within(menu).getAllByRole('link', { name: 'Dashboard' })[0]).toMatchObject({
      pathname: '/dashboard',
    })
  })
})

describe('specification 1: a card', () => {
  it('has its label, value, percentage and direction', async () => {
    visit()
    const leads = await cardOf('Leads')
    await within(leads).findByText('1,234')
    expect(within(leads).getByText('12.5%')).toBeTruthy()
    within(leads).getByLabelText('12.5% more than in the seven days before')
    within(await cardOf('FTDs')).getByLabelText('33.3% less than in the seven days before')
    within(await cardOf('Failed leads')).getByLabelText('As many as in the seven days before')
  })

  it('specification 1: of sends compares nothing before anything was sent', async () => {
    visit()
    const sent = await cardOf('Leads sent successfully')
    await within(sent).findByLabelText('Sending begins with the first integration')
    expect(within(sent).queryByText('vs. the 7 days before')).toBeNull()
    const failed = await cardOf('Leads sent failed')
    within(failed).getByLabelText('40% less than in the seven days before')
  })

  it('B33: says that there were none before, and of nothing no percentage', async () => {
    const grown = { value: 771, percentage: 100, before: 0 }
    api.answer('GET /api/dashboard', { body: { data: [card('leads', grown), card('ftds')] } })
    visit()
    const leads = await cardOf('Leads')
    const trend = await within(leads).findByLabelText('None in the seven days before')
    expect(trend.textContent).toBe('None in the 7 days before')
  })

  it('says its series to people who do not see it drawn, a row a day', async () => {
    visit()
    const table = await screen.findByRole('table', { name: 'Leads per day' })
    const rows = within(table).getAllByRole('row')
    expect(rows).toHaveLength(7)
    expect(rows[0]?.textContent).toBe('Nov 15, 20261,000')
    expect(rows[6]?.textContent).toBe('Nov 21, 20260')
  })

  it('holds seven daily points in the place of its series until the data arrives', async () => {
    const release = hold()
    visit()
    const leads = await cardOf('Leads')
    expect(leads.getAttribute('aria-busy')).toBe('true')
    expect(leads.querySelectorAll('circle')).toHaveLength(7)
    expect(screen.queryByRole('table')).toBeNull()
    expect(within(leads).queryByText('0')).toBeNull()
    release()
    await within(leads).findByText('1,234')
    expect(leads.getAttribute('aria-busy')).toBe('false')
  })

  it.each([
    ['failed_leads', 'Failed leads', true, 'error'],
    ['failed_leads', 'Failed leads', false, 'success'],
    ['leads_sent_failed', 'Leads sent failed', true, 'error'],
    ['leads', 'Leads', true, 'success'],
    ['leads', 'Leads', false, 'error'],
  ] as const)('of %s says in words what its colour says', async (label, name, increase, tone) => {
    computeStyles()
    const percentage = increase ? 25 : -25
    api.answer('GET /api/dashboard', { body: { data: [card(label, { percentage, increase })] } })
    visit()
    const trend = await within(await cardOf(name)).findByLabelText(
      increase ? /^25% more than/ : /^25% less than/,
    )
    const colors = { error: 'rgb(179, 33, 43)', success: 'rgb(27, 110, 56)' }
    expect(styleOf(within(trend).getByText('25%')).color).toBe(colors[tone])
    expect(trend.querySelector('svg')).not.toBeNull()
  })

  it.each([
    ['lead.view', ['Leads']],
    ['failed.lead.view', ['Failed leads']],
    ['lead.history.view', ['Leads sent successfully']],
    ['lead.failed.view', ['Leads sent failed']],
    ['broker.department.view', ['FTDs']],
  ])('is shown by %s alone', async (permission, names) => {
    visit('/dashboard', ['dashboard.view', permission])
    await heading(names[0] ?? '')
    await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(1))
    const found = (await page()).getAllByRole('heading', { level: 2 })
    expect(found.map((one) => one.textContent)).toEqual(names)
  })

  it('leads to the matching list with the same dates, where there is such a screen', async () => {
    visit()
    const link = await screen.findByRole('link', {
      name: 'Leads 1,234 12.5% more than in the seven days before',
    })
    const { pathname, search } = new URL(link.getAttribute('href') ?? '', 'http://x')
    expect(pathname).toBe('/lead/search')
    expect(JSON.parse(new URLSearchParams(search).get('filter') ?? '')).toMatchObject({
      created_at_from: '2026-11-15',
      created_at_to: '2026-11-21',
    })
    const ftds = await screen.findByRole('link', { name: /^FTDs 7/ })
    expect(decodeURIComponent(ftds.getAttribute('href') ?? '')).toContain('ftd_at_from')
    expect(within(await cardOf('Failed leads')).queryByRole('link')).toBeNull()
  })

  it('is no link for who may not see the list', async () => {
    visit('/dashboard', ['dashboard.view', 'broker.department.view'])
    const ftds = await cardOf('FTDs')
    await within(ftds).findByText('7')
    expect(within(ftds).queryByRole('link')).toBeNull()
  })

  it('asks the list for the same dates', async () => {
    const { person } = visit()
    await person.click(await screen.findByRole('link', { name: /^Leads 1,234/ }))
    await waitFor(() => expect(api.callsTo('GET /api/lead/search')).toHaveLength(1))
    const { searchParams } = new URL(api.callsTo('GET /api/lead/search')[0]!.path, 'http://x')
    expect(searchParams.get('created_at_from')).toContain('2026-11-15')
    expect(searchParams.get('created_at_to')).toContain('2026-11-21')
  })
})

it('a role without any of the numbers is told so', async () => {
  visit('/dashboard', ['dashboard.view'])
  await screen.findByText('Your role shows you none of the numbers.')
})

it('a failure is told with a way to try again', async () => {
  api.answer('GET /api/dashboard', { status: 403, body: { message: 'Not now' } })
  const { person } = visit()
  expect((await screen.findByRole('alert')).textContent).toContain('Not now')
  api.answer('GET /api/dashboard', { body: { data: five } })
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('1,234')
  expect(screen.queryByRole('alert')).toBeNull()
})

describe('specification 3: the state of the dashboard', () => {
  const kept = () => JSON.parse(window.localStorage.getItem('leadgate.dashboard') ?? 'null')

  it('is saved to browser storage when it changes, and restored before the server answers', async () => {
    const first = visit()
    await screen.findByText('1,234')
    expect(kept()).toMatchObject({ user: 5, cards: five })
    first.unmount()
    hold()
    visit()
    await screen.findByText('1,234')
  })

  it('shows nobody the numbers of somebody else', async () => {
    const first = visit()
    await screen.findByText('1,234')
    first.unmount()
    act(() => session.write(undefined))
    window.localStorage.setItem('leadgate.dashboard', JSON.stringify({ ...kept(), user: 6 }))
    window.dispatchEvent(
      new StorageEvent('storage', {
        key: 'leadgate.dashboard',
        newValue: window.localStorage.getItem('leadgate.dashboard'),
      }),
    )
    hold()
    visit()
    const leads = await cardOf('Leads')
    expect(leads.getAttribute('aria-busy')).toBe('true')
  })

  it('is back to its first value after a sign-out', async () => {
    const { person } = visit()
    await screen.findByText('1,234')
    await person.click(await screen.findByRole('button', { name: 'Account of Ada Lovelace' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => expect(kept()).toBeNull())
  })

  it('loses what the user may no longer see', async () => {
    const first = visit()
    await screen.findByText('1,234')
    first.unmount()
    visit('/dashboard', ['dashboard.view', 'broker.department.view'])
    await screen.findByText('7')
    expect(screen.queryByText('1,234')).toBeNull()
  })
})

it('the numbers are read again every minute', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval')
  visit()
  await screen.findByText('1,234')
  const asked = () => api.callsTo('GET /api/dashboard').length
  expect(asked()).toBe(1)
  api.answer('GET /api/dashboard', { body: { data: [card('leads', { value: 4321 })] } })
  for (const [run, time] of timers.mock.calls) if (time === 60_000) act(() => void (run as any)())
  await screen.findByText('4,321')
  expect(asked()).toBe(2)
  timers.mockRestore()
})

it('specification 1: the placeholder ends with the day that the user has now', () => {
  setDisplayLocale({ locale: 'en', zone: 'Pacific/Auckland' })
  const { labels } = placeholder(7, Date.parse('2026-03-02T23:30:00Z'))
  setDisplayLocale({ locale: 'en', zone: undefined })
  expect(labels.at(-1)).toBe('2026-03-03')
})

it('specification 1: the placeholder has seven days, the last one today', () => {
  const { labels, datasets } = placeholder(7, Date.parse('2026-03-02T23:30:00Z'))
  expect(labels).toEqual([
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(datasets).toEqual([0, 0, 0, 0, 0, 0, 0])
})

describe('issue 13, point 9: the dashboard says beside its cards', () => {
  const row = (id: number | null, label: string, count: number) => ({ id, label, count })

  beforeEach(() => {
    api.answer('GET /api/dashboard/leads', {
      body: {
        data: {
          source: { rows: [row(4, 'Search', 12), row(null, '', 3)], others: 2 },
          status: { rows: [row(1, 'New', 17)], others: 0 },
        },
      },
    })
    const cards = [
      { label: 'leads', value: 8, usual: 4, before: [4, 4, 4, 4, 4, 4, 4] },
      { label: 'ftds', value: 0, usual: 0, before: [0, 0, 0, 0, 0, 0, 0] },
    ]
    const until = '2026-11-21T10:15:00Z'
    api.answer('GET /api/dashboard/today', { body: { data: { until, cards } } })
  })

  it('where the leads of the days come from, each on the way to its list', async () => {
    visit()
    const part = await screen.findByRole('region', { name: 'Leads of these days' })
    const table = within(part).getByRole('table', { name: 'Source' })
    const rows = within(table).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual(['Search12', 'None3', 'All others2'])
    const filterOf = (link: HTMLElement) => {
      const address = new URL(link.getAttribute('href') ?? '', 'http://localhost')
      return JSON.parse(address.searchParams.get('filter') ?? '')
    }
    await waitFor(() =>
      expect(filterOf(within(table).getByRole('link', { name: 'Search' }))).toEqual({
        source: '4',
        created_at_from: labels[0],
        created_at_to: labels.at(-1),
        is_test: 'false',
      }),
    )
    await userEvent.click(within(part).getByRole('button', { name: 'Status' }))
    expect(within(part).getByRole('table', { name: 'Status' }).textContent).toContain('New17')
    expect(within(part).queryByRole('button', { name: 'Country' })).toBeNull()
  })

  it('what today has brought, and nothing of what does not happen', async () => {
    visit()
    const part = await screen.findByRole('region', { name: /^Today until \d\d:15$/ })
    expect(within(part).getByText('Leads').parentElement?.textContent).toBe(
      'Leads8usually 4 · 100% more',
    )
    expect(within(part).queryByText('FTDs')).toBeNull()
  })

  it('that the leads of the days did not come, and asks for them again', async () => {
    api.answer('GET /api/dashboard/leads', { status: 503, body: { message: 'Busy' } })
    visit()
    const part = await screen.findByRole('region', { name: 'Leads of these days' })
    expect((await within(part).findByRole('alert')).textContent).toContain('Busy')
    const data = { source: { rows: [row(4, 'Search', 12)], others: 0 } }
    api.answer('GET /api/dashboard/leads', { body: { data } })
    await userEvent.click(within(part).getByRole('button', { name: 'Try again' }))
    await within(part).findByRole('table', { name: 'Source' })
  })

  it('other days, when they are chosen', async () => {
    visit()
    await userEvent.click(await screen.findByRole('button', { name: '30 days' }))
    await waitFor(() =>
      expect(api.callsTo('GET /api/dashboard').map(({ path }) => path)).toContain(
        '/api/dashboard?days=30',
      ),
    )
    expect(api.callsTo('GET /api/dashboard/leads').at(-1)?.path).toContain('days=30')
  })

  it('what waits for a person, to those who may see it', async () => {
    const word = { broker_status: 'NA', seen: 1, last_seen_at: null }
    api.answer('GET /api/lead/status/map/unmapped', { body: { data: [word, word] } })
    visit('/dashboard', [...all, 'lead.statusSetting.view'])
    const part = await screen.findByRole('region', { name: 'Waiting for a person' })
    const link = await within(part).findByRole('link', { name: /Broker statuses.*2/ })
    expect(link.getAttribute('href')).toBe('/lead/status/settings')
    expect(within(part).queryByText(/Jobs/)).toBeNull()
  })
})
