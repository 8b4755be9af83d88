import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { jobOf } from '#system'

import { views } from '../../../../resources/index.browser.ts'
import { sendJobs } from '../../../../resources/sending/send/sendJobs.ts'
import { send } from '../../../../resources/sending/send/send.ts'
import { AskedValues } from '../../../../src/browser/views/jobs/AskedValues.tsx'
import { JobProgress } from '../../../../src/browser/views/jobs/JobProgress.tsx'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { openScreens } from '../../../browser/views/screens.tsx'

const over = {
  id: 9,
  version: 1,
  name: 'Leads: Desk 2',
  type: 'sends.lead_send',
  state: 'finished_with_errors',
  total: 5,
  pending: 0,
  processed: 5,
  failed: 2,
  progress: 100,
  result: { sent: 3, rejected: 2, note: 'none' },
  labels: {},
}

it('a job that sent tells what became of the leads, and leads to their sends', async () => {
  const provider = fakeProvider({ getOne: (async () => ({ data: over })) as never })
  const screens = { '/going': <JobProgress id={9} /> }
  const user = userWith('lead.history.view')
  openScreens('/going', screens, { user, provider, resources: [jobOf([send]), send] })
  const link = await screen.findByRole('link', { name: 'Open its list' })
  expect(new URL(String(link.getAttribute('href')), 'http://a').search).toBe(
    `?${new URLSearchParams({ filter: '{"job":9}' })}`,
  )
  const told = within(link.parentElement as HTMLElement)
  expect(told.getByText('Sent').parentElement?.textContent).toContain('3')
  expect(told.getByText('Rejected')).toBeTruthy()
})

it('and leads to their sends while it runs', async () => {
  const running = { ...over, state: 'running', processed: 1, pending: 4, result: null }
  const provider = fakeProvider({ getOne: (async () => ({ data: running })) as never })
  const screens = { '/going': <JobProgress id={9} /> }
  openScreens('/going', screens, {
    user: userWith('lead.history.view'),
    provider,
    resources: [jobOf([send]), send],
  })
  expect(await screen.findByRole('link', { name: 'Open its list' })).toBeTruthy()
})

it('a job that rests does not say that its work goes on', async () => {
  const resting = { ...over, state: 'paused', processed: 1, pending: 4, message: 'Resume it.' }
  const provider = fakeProvider({ getOne: (async () => ({ data: resting })) as never })
  const screens = { '/going': <JobProgress id={9} /> }
  openScreens('/going', screens, { user: userWith(), provider, resources: [jobOf([send]), send] })
  expect(await screen.findByText('Resume it.')).toBeTruthy()
  expect(screen.queryByText(/the work goes on/)).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

it('a job that rests is resumed where it says that it waits for that', async () => {
  const resting = { ...over, state: 'paused', processed: 1, pending: 4, message: 'Resume it.' }
  const call = vi.fn(async () => ({ data: { id: 9 }, message: 'It goes on.' }))
  const provider = fakeProvider({
    getOne: (async () => ({ data: resting })) as never,
    call: call as never,
  })
  const { person } = openScreens(
    '/going',
    { '/going': <JobProgress id={9} /> },
    {
      user: userWith('user.profile.job.pause', 'user.profile.job.cancel'),
      provider,
      resources: [jobOf([send]), send],
    },
  )
  expect(await screen.findByRole('button', { name: 'Cancel the job' })).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Resume the job' }))
  expect(call).toHaveBeenCalledWith('POST', '/profile/job/9/resume')
  await screen.findByText('It goes on.')
})

/** What is told of a job that runs, of whose sends this one comes next. */
async function openRunning(next: object, reasons: object[] = []) {
  const running = { ...over, state: 'running', processed: 1, pending: 4, result: null }
  const getList = vi.fn(async () => ({ data: [{ id: 3, version: 1, ...next }], total: 4 }))
  const provider = fakeProvider({
    getOne: (async () => ({ data: running })) as never,
    getList: getList as never,
    call: (async () => ({ data: reasons })) as never,
  })
  openScreens(
    '/going',
    { '/going': <JobProgress id={9} /> },
    { user: userWith('lead.history.view'), provider, resources: [jobOf([send]), send], views },
  )
  await screen.findByRole('progressbar')
  return getList
}

it('a job that runs and sends nothing says what its leads wait for, and until when', async () => {
  const at = '2046-11-30T08:00:00.000Z'
  await openRunning({ failure_status: 'Outside opening hours', next_attempt_at: at })
  const note = await screen.findByRole('note')
  expect(note.textContent).toContain('4 leads wait. The next of them: Outside opening hours')
  expect(note.textContent).toContain('Nov 30, 2046')
})

it('and how many wait for what, where that differs', async () => {
  const next = {
    failure_status: 'Outside opening hours',
    next_attempt_at: '2046-11-30T08:00:00.000Z',
  }
  await openRunning(next, [
    { value: 'Daily cap reached', count: 3, is_more: false },
    { value: 'Outside opening hours', count: 1, is_more: false },
  ])
  await screen.findByText('Daily cap reached: 3')
  const { textContent } = screen.getByRole('note')
  expect(textContent).toMatch(/Nov 30, 2046.*Daily cap reached: 3Outside opening hours: 1$/)
})

it('and of an integration that rests, that it must be mended', async () => {
  const at = '2046-11-30T08:00:00.000Z'
  const labels = { integration: { id: 2, label: 'Desk 2 live' } }
  const failure_status = 'Integration paused'
  const wait = { since: at, reason: 'A new key comes', until: null, calls: 2 }
  const held = { waits_for: 'integration', wait, paused_by: 'Anne Berg' }
  await openRunning({ failure_status, next_attempt_at: at, integration: 2, labels, ...held })
  const note = await screen.findByRole('note')
  expect(note.textContent).toContain('Desk 2 live')
  expect(note.textContent).toContain('A new key comes')
  expect(note.textContent).toMatch(/Paused by Anne Berg, Nov 30, 2046.*It goes on once that sends/)
  expect(note.textContent).not.toContain('It goes on:')
})

it('and of a sign-in that was refused once, where more may be, when the next try is', async () => {
  const next_attempt_at = '2046-11-30T08:00:00.000Z'
  const failure_status = 'Authorization error'
  await openRunning({ failure_status, next_attempt_at, waits_for: 'retry' })
  expect((await screen.findByRole('note')).textContent).toMatch(/It goes on: Nov 30, 2046/)
})

it.each([
  ['are to be called', 'call'],
  // Between the look at which leads wait and the look at them.
  ['are being called', null],
])('a job whose leads %s says nothing of waiting', async (_, waits_for) => {
  const getList = await openRunning({ failure_status: null, waits_for, next_attempt_at: null })
  await vi.waitFor(() => expect(getList).toHaveBeenCalled())
  await expect(screen.findByRole('note', {}, { timeout: 300 })).rejects.toThrow()
})

it('what a job was asked for names its days in words', async () => {
  const { asked } = sendJobs.lead_send
  const values = { per_day: 50, weekdays: ['mon', 'fri'] }
  openScreens(
    '/asked',
    { '/asked': <AskedValues resource={send} fields={asked} values={values} /> },
    { user: userWith(), provider: fakeProvider({}), resources: [jobOf([send]), send] },
  )
  const label = await screen.findByText('On these days:')
  expect(label.parentElement?.textContent).toContain('Monday, Friday')
})
