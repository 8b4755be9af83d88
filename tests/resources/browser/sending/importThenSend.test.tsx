import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { views } from '../../../../resources/index.browser.ts'
import { lead } from '../../../../resources/leads/lead/lead.ts'
import { HttpFailure } from '../../../../src/browser/client/http/httpFailure.ts'
import { ResourceImport } from '../../../../src/browser/views/imports/ResourceImport.tsx'
import { ResourceList } from '../../../../src/browser/views/ResourceList.tsx'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { openScreens } from '../../../browser/views/screens.tsx'

const found = {
  id: 3,
  name: 'leads.csv',
  state: 'checked',
  job_id: null,
  follow_job: null,
  total: 7,
  created: 0,
  updated: 0,
  refused: 0,
  undone: 0,
  undo_job: null,
  may_undo: false,
  is_check: true,
  checked: { created: 4, updated: 2, refused: 1 },
  message: null,
  has_file: true,
  headers: [],
  reasons: [],
  problems: [],
  remarks: [],
}

const answers: Record<string, unknown> = {
  '/lead/import/3': found,
  '/broker/all/for/send': [{ id: 1, name: 'Acme' }],
  '/broker/department/all?limit=5000': [
    { id: 7, branch_name: 'Desk 2', broker_id: { id: 1, name: 'Acme' } },
  ],
}

const job = { id: 9, name: 'Send leads: Desk 2', type: 'sends.import_send', state: 'paused' }

function open(path: string, permissions: readonly string[], is_sender = true, more: object = {}) {
  const call = vi.fn(async (_method: string, asked: string) => ({
    data: new Map(Object.entries({ ...answers, ...more })).get(asked) ?? [],
  }))
  const provider = fakeProvider({
    getList: (async () => ({ data: [], total: 0 })) as never,
    getOne: (async () => ({ data: job })) as never,
    call: call as never,
  })
  const user = { ...userWith('lead.view', ...permissions), session: { is_sender } as never }
  const screens = {
    '/lead/search/import': <ResourceImport resource={lead} />,
    '/lead/search/*': <ResourceList resource={lead} views={views.leads as never} />,
  }
  const around = { user, provider, resources: [lead], views: views as never }
  return { call, ...openScreens(path, screens, around) }
}

it('asks after the check where the new leads are sent, the first five alone', async () => {
  const { call, person } = open('/lead/search/import?import=3&follow=1', ['lead.importThenSend'])
  expect(await screen.findByRole('heading', { name: 'Import then send' })).toBeTruthy()
  await person.click(await screen.findByRole('button', { name: 'Next' }))
  const broker = await screen.findByRole('combobox', { name: 'Broker' }, { timeout: 45_000 })
  await waitFor(() => expect(broker).toHaveProperty('disabled', false))
  // The button is off, and this says why.
  expect(screen.getByText(/^Choose where the leads go/)).toBeTruthy()
  await person.click(broker)
  await person.click(await screen.findByRole('option', { name: 'Acme' }))
  expect(screen.getByText(/The first 5 go first\./)).toBeTruthy()
  await person.click(screen.getByRole('checkbox', { name: /^Also send the 2 leads/ }))
  const name = 'Import the file and send 6 leads to Acme / Desk 2'
  const path = '/lead/import/3/send'
  const answer = call.getMockImplementation()
  call.mockImplementation((method, asked) =>
    asked === path ? new Promise(() => {}) : answer!(method, asked),
  )
  const start = screen.getByRole('button', { name })
  await person.click(start)
  await waitFor(() => expect(call.mock.calls.map(([, asked]) => asked)).toContain(path))
  // A disabled button would lose the focus to the page.
  await waitFor(() => expect(start.getAttribute('aria-disabled')).toBe('true'))
  expect(start.matches(':disabled')).toBe(false)
  const sent = call.mock.calls.find(([, asked]) => asked === path) as unknown[]
  expect(sent[2]).toMatchObject({
    with_filled: true,
    values: { departments: [7], is_canary: true },
  })
})

it('10.5: asks who may randomize data for labels, and says at a label why it is refused', async () => {
  const address = '/lead/search/import?import=3&follow=1'
  const { call, person } = open(address, ['lead.importThenSend', 'lead.randomizeData'])
  await person.click(await screen.findByRole('button', { name: 'Next' }))
  const broker = await screen.findByRole('combobox', { name: 'Broker' }, { timeout: 45_000 })
  await waitFor(() => expect(broker).toHaveProperty('disabled', false))
  await person.type(broker, 'Acme{Enter}')
  await person.click(screen.getByRole('checkbox', { name: /^Spread labels/ }))
  const start = screen.getByRole('button', { name: /^Import the file and send 4/ })
  expect(start.getAttribute('aria-disabled')).toBe('true')
  await person.type(screen.getByRole('textbox', { name: 'Label' }), 'Spring')
  await person.click(screen.getByRole('button', { name: 'Add label' }))
  await person.type(screen.getAllByRole('textbox', { name: 'Label' })[1]!, 'Autumn')
  const path = '/lead/import/3/send'
  const answer = call.getMockImplementation()
  const errors = { 'spread.1.label': 'There is none called “Autumn”' }
  call.mockImplementation((method, asked) => {
    if (asked === path) throw new HttpFailure(422, 'Check the marked fields.', { errors })
    return answer!(method, asked)
  })
  await person.click(start)
  const refused = () =>
    screen
      .getAllByRole('textbox', { name: 'Label' })
      .map((input) => input.getAttribute('aria-invalid'))
  await waitFor(() => expect(refused()).toEqual(['false', 'true']))
  expect(screen.getAllByText(errors['spread.1.label']).length).toBeGreaterThan(0)
  const sent = call.mock.calls.find(([, asked]) => asked === path) as unknown[]
  const [label, weight] = ['Spring', 10]
  expect(sent[2]).toMatchObject({
    randomize: {
      field: 'funnel',
      spread: [
        { label, weight },
        { label: 'Autumn', weight },
      ],
    },
  })
})

it('what is sent asks how it goes on before the rows that were refused', async () => {
  const done = { ...found, state: 'done', is_check: false, created: 6, refused: 1, follow_job: 9 }
  const reasons = [{ code: 'duplicate_in_file', count: 1, example: 'same as in row 2' }]
  const more = { '/lead/import/3': { ...done, reasons } }
  open('/lead/search/import?import=3', ['lead.importThenSend'], true, more)
  const sent = await screen.findByRole('heading', { name: 'Send leads: Desk 2' })
  const refused = screen.getByRole('heading', { name: 'Refused rows by reason' })
  const { DOCUMENT_POSITION_FOLLOWING: after } = Node
  expect(sent.compareDocumentPosition(refused) & after).toBe(after)
})

it('whoever may not import alone finds only the way that sends', async () => {
  open('/lead/search', ['lead.importThenSend'])
  const link = await screen.findByRole('link', { name: 'Import then send' }, { timeout: 45_000 })
  expect(link.getAttribute('href')).toBe('/lead/search/import?follow=1')
  expect(screen.queryByRole('link', { name: 'Import' })).toBeNull()
})

it('whoever is no sender finds it nowhere', async () => {
  open('/lead/search', ['lead.importThenSend', 'lead.import'], false)
  expect(await screen.findByRole('link', { name: 'Import' }, { timeout: 45_000 })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Import then send' })).toBeNull()
})
