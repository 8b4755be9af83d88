import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { ruleRow } from '../../../../resources/sending/integration/fields/rows.ts'
import { integration } from '../../../../resources/sending/integration/integration.ts'
import { MakeRule } from '../../../../resources/sending/integration/views/MakeRule.tsx'
import {
  TestAnswer,
  type Tested,
} from '../../../../resources/sending/integration/views/TestAnswer.tsx'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { openScreens } from '../../../browser/views/screens.tsx'

it('a rule of an answer stands before the one that matched, and is not added where it is that one', async () => {
  let save = () => {}
  const saved = new Promise<{ data: object }>((done) => (save = () => done({ data: {} })))
  const call = vi.fn((_method: string, _path: string, _body?: unknown) => saved)
  const rules = [
    ruleRow({ path: 'success', test: 'true', outcome: 'success' }),
    ruleRow({ path: 'success', test: 'false', outcome: 'rejected' }),
  ]
  const record = { id: 3, version: 4, rules } as never
  const proposal = rules.slice(1)
  const { person } = openScreens(
    '/test',
    { '/test': <MakeRule record={record} proposal={proposal} rows={[2]} onMade={() => {}} /> },
    {
      user: userWith('send.integration.update'),
      provider: fakeProvider({ call: call as never }),
      resources: [integration],
    },
  )
  const add = await screen.findByRole('button', { name: 'Add the rule' })
  expect(add.getAttribute('aria-disabled')).toBe('true')
  await person.click(screen.getByRole('combobox'))
  await person.click(await screen.findByRole('option', { name: 'No capacity' }))
  await person.click(add)
  // A disabled button would lose the focus to the page.
  expect(add.matches(':disabled')).toBe(false)
  await person.click(add)
  save()
  await screen.findByText(/The rule is added/)
  expect(call).toHaveBeenCalledTimes(1)
  const capacity = { ...rules[1], outcome: 'capacity' }
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('PUT', '/send/integration/3', {
      rules: [rules[0], capacity, rules[1]],
      version: 4,
    }),
  )
})

it.each([
  ['Rejected', 1],
  ['Duplicate', 2],
])('7.5: that a “no” means %s is a rule of %i rows', async (meaning, count) => {
  const call = vi.fn(async (_method: string, _path: string, _body?: object) => ({ data: {} }))
  const proposal = [
    ruleRow({ path: 'success', test: 'false', outcome: 'unknown' }),
    ruleRow({ and: true, path: 'message', test: 'contains', value: 'a duplicate' }),
  ]
  const record = { id: 3, version: 4, rules: [] } as never
  const { person } = openScreens(
    '/test',
    { '/test': <MakeRule record={record} proposal={proposal} rows={[]} onMade={() => {}} /> },
    {
      user: userWith('send.integration.update'),
      provider: fakeProvider({ call: call as never }),
      resources: [integration],
    },
  )
  await person.click(await screen.findByRole('combobox', { name: 'It means' }))
  await person.click(await screen.findByRole('option', { name: meaning }))
  await person.click(screen.getByRole('button', { name: 'Add the rule' }))
  await screen.findByText(/The rule is added/)
  const outcome = meaning.toLowerCase()
  const rules = [{ ...proposal[0], outcome }, proposal[1]].slice(0, count)
  expect(call.mock.calls[0]?.[2]).toEqual({ rules, version: 4 })
})

it('a rule whose meaning the answer does not tell waits for a person, who hears that sending stops', async () => {
  const proposal = [
    ruleRow({ path: 'result', test: 'equals', value: 'queued', outcome: 'unknown' }),
  ]
  const record = { id: 3, version: 4, rules: [], state: 'active' } as never
  const { person } = openScreens(
    '/test',
    { '/test': <MakeRule record={record} proposal={proposal} rows={[]} onMade={() => {}} /> },
    {
      user: userWith('send.integration.update'),
      provider: fakeProvider({}),
      resources: [integration],
    },
  )
  const add = await screen.findByRole('button', { name: 'Add the rule' })
  expect(add.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/Sending stops until the integration is tested/)).toBeTruthy()
  await person.click(screen.getByRole('combobox', { name: 'It means' }))
  await person.click(await screen.findByRole('option', { name: 'Success' }))
  expect(add.getAttribute('aria-disabled')).toBe('false')
})

it('the rule that was made has the focus, among the others', async () => {
  const rules = [ruleRow({ path: 'success', test: 'true', outcome: 'success' })]
  const proposal = [ruleRow({ path: 'result', test: 'equals', value: 'queued', outcome: 'retry' })]
  const held = { id: 3, version: 4, rules }
  const getOne = vi.fn(async () => ({ data: { ...held } }))
  const call = vi.fn(async (_method: string, _path: string, body: Partial<typeof held>) => {
    Object.assign(held, body)
    return { data: {} }
  })
  const outcome = { outcome: 'unknown', failure_status: 'Unknown answer' }
  const { person } = openScreens(
    '/test',
    { '/test': <TestAnswer id={3} tested={{ send: 8, outcome, rows: [], proposal }} /> },
    {
      user: userWith('send.integration.update'),
      provider: fakeProvider({ getOne: getOne as never, call: call as never }),
      resources: [integration],
    },
  )
  await person.click(await screen.findByRole('button', { name: 'Add the rule' }))
  await screen.findByText(/The rule is added/)
  await waitFor(() =>
    expect(document.activeElement?.textContent).toMatch(/result is “queued” → Try again/),
  )
  expect(document.activeElement?.tagName).toBe('LI')
})

it.each([
  [[], 1],
  [['lead.history.payload.view'], 0],
])('7.5: who sees the calls by %j is told %i times that a rule needs them', async (more, times) => {
  const tested = {
    send: 1,
    answer: { kind: 'answer' as const, status: 500, body: 'Broken', ms: 3 },
    outcome: { outcome: 'unknown' },
    rows: [],
    proposal: [],
  } satisfies Tested
  const getOne = async () => ({ data: { id: 3, version: 4, rules: [] } })
  openScreens(
    '/test',
    { '/test': <TestAnswer tested={tested} id={3} /> },
    {
      user: userWith('send.integration.test', ...more),
      provider: fakeProvider({ getOne: getOne as never }),
      resources: [integration],
    },
  )
  await screen.findByText('Broken')
  expect(screen.queryAllByText(/needs the permission lead\.history\.payload\.view/)).toHaveLength(
    times,
  )
})
