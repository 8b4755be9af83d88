import { act, render, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { I18nContextProvider } from 'react-admin'
import { expect, it, test, vi } from 'vitest'

import { views } from '../../../../resources/index.browser.ts'
import { lead } from '../../../../resources/leads/lead/lead.ts'
import { send } from '../../../../resources/sending/send/send.ts'
import { PreviewPart } from '../../../../resources/sending/dialog/PreviewPart.tsx'
import {
  emptyForm,
  missingIn,
  plannedOf,
  valuesOf,
} from '../../../../resources/sending/dialog/sendForm.ts'
import { HttpFailure, unavailable } from '../../../../src/browser/client/http/httpFailure.ts'
import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { createI18nProvider } from '../../../../src/browser/client/i18n/i18nProvider.ts'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { isAskedByBrowser, openScreens } from '../../../browser/views/screens.tsx'

test('what was chosen is what the server is asked for', () => {
  expect(valuesOf(emptyForm, 'UTC')).toBeUndefined()
  const one = { ...emptyForm, department: 7 }
  expect(valuesOf(one, 'UTC')).toMatchObject({ departments: [7], order: 'oldest' })
  expect(valuesOf(one, 'UTC')).not.toHaveProperty('pacing')
  expect(valuesOf(one, 'UTC')).not.toHaveProperty('max_departments')
  const turns = { ...one, way: 'rotation', departments: [7, 8] } as const
  expect(valuesOf(turns, 'UTC')).toMatchObject({ max_departments: 3 })
  expect(valuesOf({ ...one, when: 'at' }, 'UTC')).toBeUndefined()
  expect(valuesOf({ ...one, when: 'at', at: 'nov 31 2026' }, 'UTC')).toBeUndefined()
  const never = { ...one, when: 'window', weekdays: [] } as const
  expect([valuesOf(never, 'UTC'), missingIn(never)]).toEqual([undefined, 'send.choose_when'])
  const unsaid = { ...one, when: 'window', window_to: '' } as const
  expect([valuesOf(unsaid, 'UTC'), missingIn(unsaid)]).toEqual([undefined, 'send.choose_when'])
  expect(missingIn({ ...one, when: 'at' })).toBe('send.choose_when')
  expect([missingIn(emptyForm), missingIn(one)]).toEqual(['send.choose', undefined])
  const at = { ...one, when: 'at', at: '2026-01-31T09:00:00' } as const
  expect(valuesOf(at, 'Asia/Tokyo')).toMatchObject({ scheduled_at: '2026-01-31T00:00:00.000Z' })
  const paced = { ...one, when: 'window', interval_min: '5', weekdays: ['mon'] } as const
  expect(valuesOf(paced, 'UTC')).toMatchObject({
    pacing: { interval_min: 5, interval_max: 5, window_from: '09:00', weekdays: ['mon'] },
  })
})

test('of leads that were not looked at as many are expected as of the others', () => {
  const preview = { count: 40_000, checked: 20_000, planned: 10_000 } as never
  expect(plannedOf(preview)).toBe(20_000)
})

test.each([
  [{ count: 1, planned: 1 }, 'The lead will be sent.'],
  [{ count: 1, planned: 1, waiting: 1 }, 'The lead will be sent. It waits for its time.'],
  [{ count: 1, planned: 0 }, 'The lead will not be sent.'],
  [{ count: 3, planned: 3 }, 'All 3 leads will be sent.'],
  [{ count: 3, planned: 0 }, 'None of the 3 leads will be sent.'],
  [{ count: 1_200, planned: 1 }, '1 of 1,200 leads will be sent.'],
  [
    { count: 3, planned: 2, waiting: 2 },
    '2 of 3 leads will be sent. 2 of them wait for their time.',
  ],
])('a preview says in a whole sentence how many are sent: %j', (counts, words) => {
  const empty = { waiting: 0, skipped: 0, departments: [], reasons: [], sample: null }
  const preview = { ...empty, checked: counts.count, ...counts }
  render(
    <I18nContextProvider value={createI18nProvider('en', {})}>
      <PreviewPart
        isFetching={false}
        {...{ preview: preview as never, targets: { nameOf: () => '' } as never }}
        missing={undefined}
      />
    </I18nContextProvider>,
  )
  expect(screen.getByRole('status').textContent).toBe(words)
})

test('the spinner of a preview that comes just after it has appeared does not flash', () => {
  vi.useFakeTimers()
  const targets = { nameOf: () => '' } as never
  const part = (preview: unknown) => (
    <PreviewPart
      isFetching={!preview}
      {...{ preview: preview as never, targets }}
      missing={undefined}
    />
  )
  const preview = { ...Object(answers['/lead/send/preview']), reasons: [] }
  const { rerender } = render(part(undefined))
  act(() => void vi.advanceTimersByTime(510))
  rerender(part(preview))
  expect(screen.getByText(/^Loading/)).toBeTruthy()
  act(() => void vi.advanceTimersByTime(500))
  expect(screen.getByRole('region', { name: 'What would become of them' })).toBeTruthy()
})

const leads = [1, 2].map((id) => ({ id, version: 1, first_name: `Ada ${id}`, labels: {} }))

const answers: Record<string, unknown> = {
  '/broker/all/for/send': [{ id: 1, name: 'Acme' }],
  '/broker/department/all?limit=5000': [
    { id: 7, branch_name: 'Desk 2', broker_id: { id: 1, name: 'Acme' } },
    { id: 8, branch_name: 'Other', broker_id: { id: 2, name: 'Closed' } },
  ],
  '/lead/send/preview': {
    count: 3,
    checked: 3,
    planned: 1,
    waiting: 1,
    skipped: 2,
    departments: [{ id: 7, count: 1 }],
    reasons: [
      {
        department: 7,
        status: 'Already sent',
        message: 'Another department may have it',
        count: 1,
        waits: false,
        others: [],
        leads: [{ id: 2, name: 'Ada 2' }],
      },
    ],
    sample: { department: 7, method: 'POST', url: 'https://acme.example', body: '{"a":"••••"}' },
    confirm_token: 'token',
  },
  '/lead/send': { job_id: 9 },
}

function open(is_sender: boolean, ...permissions: string[]) {
  const call = vi.fn(async (_method: string, path: string) => ({ data: answers[path] ?? [] }))
  const provider = fakeProvider({
    getList: (async () => ({ data: leads, total: 2 })) as never,
    call: call as never,
  })
  const user = { ...userWith('lead.view', ...permissions), session: { is_sender } as never }
  const screens = {
    '/lead/search/*': <ResourceList resource={lead} views={views.leads as never} />,
  }
  return { call, ...openScreens('/lead/search', screens, { user, provider, resources: [lead] }) }
}

it.each([
  ['a user who is no sender', false, ['lead.send']],
  ['a sender without the permission', true, []],
] as const)('16.3.12: %s is offered no sending', async (_, is_sender, permissions) => {
  const { person } = open(is_sender, 'lead.status.update', ...permissions)
  const boxes = await screen.findAllByRole('checkbox', {}, { timeout: 45_000 })
  await person.click(boxes[1]!)
  expect(await screen.findByText(/selected/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  await person.click(screen.getAllByRole('button', { name: /^Actions for/ })[0]!)
  expect(await screen.findByRole('menu')).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Send' })).toBeNull()
})

it('B4: what is typed into the dialog is asked about before Escape or a reload takes it', async () => {
  const { person } = open(true, 'lead.send')
  await sendFirst(person)
  const more = { name: 'Pace, order and stop rule' }
  await person.click(await screen.findByRole('button', more, { timeout: 45_000 }))
  const note = screen.getByLabelText(/^Note/)
  expect(isAskedByBrowser()).toBe(false)
  await person.type(note, 'Only the fresh ones')
  expect(isAskedByBrowser()).toBe(true)
  await person.keyboard('{Escape}')
  await person.click(await screen.findByRole('button', { name: 'Go on editing' }))
  expect(note).toHaveProperty('value', 'Only the fresh ones')
})

/** Opens the dialog for the first lead of the list. */
async function sendFirst(person: UserEvent): Promise<void> {
  const boxes = await screen.findAllByRole('checkbox', {}, { timeout: 45_000 })
  await person.click(boxes[0]!)
  await person.click(await screen.findByRole('button', { name: 'Send' }))
}

/** The first picker of the dialog, once it can be used. */
async function brokerPicker(): Promise<HTMLElement> {
  const broker = await screen.findByRole('combobox', { name: 'Broker' }, { timeout: 45_000 })
  await waitFor(() => expect(broker).toHaveProperty('disabled', false))
  return broker
}

it('a broker is found among many by a part of its name', async () => {
  const many = Array.from({ length: 40 }, (_, at) => ({ id: at + 1, name: `Acme ${at + 1}` }))
  const { call, person } = open(true, 'lead.send')
  call.mockImplementation(async (_method, path) => ({
    data: path === '/broker/all/for/send' ? many : (answers[path] ?? []),
  }))
  await sendFirst(person)
  const broker = await brokerPicker()
  await person.type(broker, '37')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Acme 37'])
  await person.keyboard('{Enter}')
  expect(broker).toHaveProperty('value', 'Acme 37')
})

it('the department that was chosen is still there for who has looked at a rotation', async () => {
  const { person } = open(true, 'lead.send')
  await sendFirst(person)
  const broker = await brokerPicker()
  await person.type(broker, 'Acme{Enter}')
  const confirm = { name: 'Send one lead to Acme / Desk 2' }
  await screen.findByRole('button', confirm)
  await person.click(screen.getByRole('button', { name: 'Rotation' }))
  expect(screen.queryByRole('button', confirm)).toBeNull()
  await person.click(screen.getByRole('button', { name: 'One department' }))
  expect(screen.getByRole('combobox', { name: 'Department' })).toHaveProperty('value', 'Desk 2')
  expect(await screen.findByRole('button', confirm)).toBeTruthy()
})

/** Chooses a rotation over departments of these numbers, for which the server has this preview. */
async function openRotation(ids: readonly number[], changes: object) {
  const { call, person } = open(true, 'lead.send')
  const departments = ids.map((id) => ({
    id,
    branch_name: `Desk ${id}`,
    broker_id: { id: 1, name: 'Acme' },
  }))
  const preview = { ...Object(answers['/lead/send/preview']), ...changes }
  call.mockImplementation(async (_method, path) => ({
    data: path.startsWith('/broker/department/all')
      ? departments
      : path === '/lead/send/preview'
        ? preview
        : (answers[path] ?? []),
  }))
  await sendFirst(person)
  const rotation = { name: 'Rotation' }
  await person.click(await screen.findByRole('button', rotation, { timeout: 45_000 }))
  await person.click(screen.getByRole('combobox', { name: /^Departments/ }))
  for (const { id } of departments) {
    await person.click(await screen.findByRole('option', { name: `Acme / Desk ${id}` }))
  }
}

it('a preview of a rotation says of each department why it does not take a lead', async () => {
  const leads = [{ id: 2, name: 'Ada 2' }]
  const why = { message: null, waits: false, count: 1, leads }
  const free = 'It is available from 2090-01-01 at 08:30 (UTC)'
  const reasons = [
    { ...why, department: 6, status: 'Under age', others: [other(7, 'Cap reached', 'Full')] },
    { ...why, department: 6, status: 'Not available yet', message: free, others: [] },
  ]
  await openRotation([6, 7], { reasons, departments: [6, 7].map((id) => ({ id, count: 0 })) })
  const looked = await screen.findByRole('region', { name: /^What would become/ })
  expect(looked.textContent).toContain(
    'Left out: Under age1Acme / Desk 6Acme / Desk 7: Cap reached – Full',
  )
  // Of the lead itself it is so at every department.
  expect(looked.textContent).toContain(`Left out: Not available yet1${free}Ada 2`)
})

const other = (department: number, status: string, message: string) => ({
  department,
  status,
  message,
})

it.each([
  ['says how many they are', [], 'Send one lead to 3 departments'],
  ['names no one that gets none', [9], /^Send one lead to Acme.*Desk 6.*Desk 7$/],
])(
  'a rotation over many departments %s',
  async (_, idle: readonly number[], name: string | RegExp) => {
    const ids = [6, 7, 9]
    await openRotation(ids, {
      departments: ids.map((id) => ({ id, count: idle.includes(id) ? 0 : 1 })),
    })
    expect(await screen.findByRole('button', { name })).toBeTruthy()
  },
)

it('by keyboard alone leads are sent: it begins at the broker, and a refusal leaves the button where it is', async () => {
  const { call, person } = open(true, 'lead.send')
  call.mockImplementation(async (_method, path) => {
    if (path === '/lead/send') throw new HttpFailure(409, '3 leads match now')
    return { data: answers[path] ?? [] }
  })
  await sendFirst(person)
  const broker = await screen.findByRole('combobox', { name: 'Broker' }, { timeout: 45_000 })
  await waitFor(() => expect(document.activeElement).toBe(broker))
  await person.keyboard('Acme{Enter}')
  const confirm = await screen.findByRole('button', { name: 'Send one lead to Acme / Desk 2' })
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBe('false'))
  for (let step = 0; step < 12 && document.activeElement !== confirm; step += 1) await person.tab()
  await person.keyboard('{Enter}')
  expect(await screen.findByText('3 leads match now')).toBeTruthy()
  expect(document.activeElement).toBe(confirm)
})

it('says at the department, and at what was typed of the pace, why the leads cannot go so', async () => {
  const { call, person } = open(true, 'lead.send')
  let errors: Record<string, string> = { departments: 'Desk 2 takes at most 500 leads at once' }
  call.mockImplementation(async (_method, path) => {
    if (path !== '/lead/send/preview') return { data: answers[path] ?? [] }
    throw new HttpFailure(422, 'Check the marked fields.', { errors })
  })
  await sendFirst(person)
  const broker = await brokerPicker()
  await person.type(broker, 'Acme{Enter}')
  const describedBy = (name: string) => {
    const input = screen.getByRole(name === 'Department' ? 'combobox' : 'spinbutton', { name })
    const text = document.getElementById(input.getAttribute('aria-describedby') ?? '')
    return [input.getAttribute('aria-invalid'), text?.textContent]
  }
  await waitFor(() =>
    expect(describedBy('Department')).toEqual(['true', 'Desk 2 takes at most 500 leads at once']),
  )
  // To ask the same again would bring the same.
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  errors = { 'values.pacing.per_hour': 'Enter 1 or more' }
  await person.click(screen.getByRole('button', { name: 'Pace, order and stop rule' }))
  await person.type(screen.getByRole('spinbutton', { name: 'Most an hour' }), '0')
  await waitFor(() => expect(describedBy('Most an hour')).toEqual(['true', 'Enter 1 or more']))
})

it('the days of a window are named in full where a phone has room for a letter only', async () => {
  const { person } = open(true, 'lead.send')
  await sendFirst(person)
  await person.click(await screen.findByRole('button', { name: 'In hours' }, { timeout: 45_000 }))
  const days = within(screen.getByRole('group', { name: 'On these days' })).getAllByRole('button')
  expect(days.map((day) => day.getAttribute('aria-label'))).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ])
  expect(days[0]?.textContent).toBe('MMon')
})

it('leads are sent as the preview has shown them', async () => {
  const { call, person } = open(true, 'lead.send')
  await sendFirst(person)
  const broker = await brokerPicker()
  await person.click(broker)
  await person.click(await screen.findByRole('option', { name: 'Acme' }))
  const confirm = await screen.findByRole('button', { name: 'Send one lead to Acme / Desk 2' })
  expect(
    screen.getByText(/^1 of 3 leads will be sent\. One of them waits for its time\.$/),
  ).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Send: 3 leads' })).toBeTruthy()
  expect(screen.getByText('Left out: Already sent')).toBeTruthy()
  expect(screen.getByText('Another department may have it')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ada 2' })).toBeTruthy()
  expect(screen.getByText(/POST https:\/\/acme\.example/)).toBeTruthy()
  await person.click(confirm)
  await waitFor(() => expect(call.mock.calls.map(([, path]) => path)).toContain('/lead/send'))
  const sent = call.mock.calls.find(([, path]) => path === '/lead/send') as unknown[]
  expect(sent[2]).toMatchObject({
    ids: [1, 2],
    values: { departments: [7] },
    expected_count: 3,
    confirm_token: 'token',
  })
  // With a key: sent twice, it begins once.
  expect(sent[3]).toEqual({ key: expect.stringMatching(/^[\w-]{8,}$/) })
})

/** The dialog while the server cannot answer a path, and what lets it answer. */
async function openWithout(away: string) {
  const { call, person } = open(true, 'lead.send')
  let isAway = true
  call.mockImplementation(async (_method, path) => {
    if (isAway && path === away) throw new HttpFailure(500, unavailable)
    return { data: answers[path] ?? [] }
  })
  await sendFirst(person)
  return { person, call, comeBack: () => void (isAway = false) }
}

it('to whom leads can go is asked for again when it could not be read', async () => {
  const { person, comeBack } = await openWithout('/broker/all/for/send')
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 45_000 })
  comeBack()
  await person.click(again)
  const broker = screen.getByRole('combobox', { name: 'Broker' })
  await waitFor(() => expect(broker).toHaveProperty('disabled', false))
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('a preview that could not be made is asked for again', async () => {
  const { person, comeBack } = await openWithout('/lead/send/preview')
  const broker = await brokerPicker()
  await person.click(broker)
  await person.click(await screen.findByRole('option', { name: 'Acme' }))
  const again = await screen.findByRole('button', { name: 'Try again' })
  comeBack()
  await person.click(again)
  expect(await screen.findByRole('button', { name: 'Send one lead to Acme / Desk 2' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('a sending without an answer is said in words, and is the same one when it is tried again', async () => {
  const { person, call, comeBack } = await openWithout('/lead/send')
  const broker = await brokerPicker()
  await person.click(broker)
  await person.click(await screen.findByRole('option', { name: 'Acme' }))
  const confirm = await screen.findByRole('button', { name: 'Send one lead to Acme / Desk 2' })
  await person.click(confirm)
  const refused = await screen.findByRole('alert')
  expect(refused.textContent).toBe('The server is unavailable')
  comeBack()
  await person.click(await screen.findByRole('button', { name: 'Send one lead to Acme / Desk 2' }))
  const keys = () =>
    call.mock.calls.filter(([, path]) => path === '/lead/send').map((one) => one.at(4))
  await waitFor(() => expect(keys()).toHaveLength(2))
  expect(new Set(keys()).size).toBe(1)
})

it.each([
  ['offered to a sender with lead.send', true, ['lead.send'], true],
  ['not offered to whoever is no sender', false, ['lead.send'], false],
  ['not offered without lead.send', true, [], false],
])('the row action of sending is %s', async (_, isSender, permissions, isOffered) => {
  const { person } = open(isSender, 'lead.update', 'lead.tag.update', ...permissions)
  const [menu] = await screen.findAllByRole('button', { name: /^Actions for/ }, { timeout: 45_000 })
  await person.click(menu!)
  expect((await screen.findAllByRole('menuitem')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('menuitem', { name: 'Send' }) !== null).toBe(isOffered)
})

it('the leads of sends in the history are sent elsewhere, those of one that is over by its menu', async () => {
  const call = vi.fn(async (_method: string, path: string) => ({ data: answers[path] ?? [] }))
  const sends = ['rejected', 'sending'].map((state, at) => ({
    id: at + 5,
    version: 1,
    state,
    labels: {},
  }))
  const provider = fakeProvider({
    getList: (async () => ({ data: sends, total: 2 })) as never,
    call: call as never,
  })
  const session = { is_sender: true } as never
  const user = { ...userWith('lead.history.view', 'lead.history.retry', 'lead.send'), session }
  const screens = {
    '/lead/history/search/*': <ResourceList resource={send} views={views.sends as never} />,
  }
  const { person } = openScreens('/lead/history/search', screens, {
    user,
    provider,
    resources: [send],
  })
  const menus = await screen.findAllByRole('button', { name: /^Actions for/ }, { timeout: 45_000 })
  for (const [at, offered] of [1, 0].entries()) {
    await person.click(menus[at]!)
    await screen.findAllByRole('menuitem')
    expect(screen.queryAllByRole('menuitem', { name: 'Send elsewhere' })).toHaveLength(offered)
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  }
  const boxes = await screen.findAllByRole('checkbox')
  await person.click(boxes[0]!)
  await person.click(await screen.findByRole('button', { name: 'Send elsewhere' }))
  const broker = await brokerPicker()
  await person.click(broker)
  await person.click(await screen.findByRole('option', { name: 'Acme' }))
  await person.click(await screen.findByRole('button', { name: 'Send one lead to Acme / Desk 2' }))
  await waitFor(() => expect(call.mock.calls.map(([, path]) => path)).toContain('/lead/send'))
  const sent = call.mock.calls.find(([, path]) => path === '/lead/send') as unknown[]
  expect(sent[2]).toMatchObject({ of: 'sends', ids: [5, 6], expected_count: 3 })
})

it('a department that takes nothing now is shown with the reason, and cannot be chosen', async () => {
  const { call, person } = open(true, 'lead.send')
  const departments = [
    { id: 6, branch_name: 'Desk 1', broker_id: { id: 1, name: 'Acme' } },
    { id: 7, branch_name: 'Desk 2', broker_id: { id: 1, name: 'Acme' } },
    { id: 9, branch_name: 'Desk 3', broker_id: { id: 1, name: 'Acme' } },
  ]
  const resting = [{ id: 6, reason: 'Push is switched off' }]
  call.mockImplementation(async (_method, path) => ({
    data: path.startsWith('/broker/department/all') ? departments : (answers[path] ?? []),
    ...(path === '/broker/all/for/send' && { meta: { departments: resting } }),
  }))
  await sendFirst(person)
  const broker = await brokerPicker()
  await person.type(broker, 'Acme{Enter}')
  const department = screen.getByRole('combobox', { name: 'Department' })
  await person.click(department)
  const offered = screen.getAllByRole('option')
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'Desk 2',
    'Desk 3',
    'Desk 1Push is switched off',
  ])
  expect(offered[2]?.getAttribute('aria-disabled')).toBe('true')
  await person.type(department, 'Desk 1{Enter}')
  expect(department).toHaveProperty('value', 'Desk 1')
  expect(call.mock.calls.map(([, path]) => path)).not.toContain('/lead/send/preview')
})
