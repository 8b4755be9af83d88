import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { views } from '../../../../resources/index.browser.ts'
import { lead } from '../../../../resources/leads/lead/lead.ts'
import { send } from '../../../../resources/sending/send/send.ts'
import type { Wait } from '../../../../resources/sending/send/waitsFor.ts'
import { ResourceShow } from '../../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { openScreens } from '../../../browser/views/screens.tsx'

const later = '2046-11-30T08:00:00.000Z'
const nothing = { until: null, since: null, reason: null, calls: 20 }

interface Told extends Partial<Wait> {
  who?: string
}

/** What the page of a send in line says below what it waits for. */
async function linesOf(waits_for: string, { who, ...wait }: Told, label: string) {
  const waiting = { id: 5, version: 1, lead: 7, state: 'waiting', waits_for, wait }
  const record = { ...waiting, paused_by: who ?? null }
  const provider = fakeProvider({
    getOne: (async () => ({ data: record })) as never,
    getList: (async () => ({ data: [], total: 0 })) as never,
  })
  const screens = {
    '/lead/history/:id': <ResourceShow resource={send} views={views.sends as never} />,
  }
  const resources = [send, lead]
  openScreens('/lead/history/5', screens, {
    user: userWith('lead.history.view', 'options.users.all'),
    provider,
    resources,
  })
  const shown = await screen.findByText(label, {}, { timeout: 10_000 })
  return [...(shown.parentElement?.querySelectorAll('div') ?? [])].map((one) => one.textContent)
}

it.each([
  [
    'integration',
    'Its integration to be active',
    { since: '2026-05-13T08:00:00.000Z', who: 'Anne Berg', reason: 'A new key comes' },
    [
      'A new key comes',
      expect.stringMatching(/^Paused by Anne Berg, May 13, 2026/),
      'It goes on once that sends again.',
    ],
  ],
  [
    'integration',
    'Its integration to be active',
    { since: '2026-05-13T08:00:00.000Z', reason: 'Authorization error' },
    [
      'Authorization error',
      expect.stringMatching(/^Since May 13, 2026/),
      'It goes on once that sends again.',
    ],
  ],
  [
    'job',
    'Its job to go on',
    { reason: 'Of the first 20 sends 60 % failed' },
    [
      'Of the first 20 sends 60 % failed',
      'It goes on once the job is resumed, and ends when the job is cancelled.',
    ],
  ],
  [
    'hours',
    'The opening of its department',
    { reason: 'It opens on 2046-11-30 at 08:00 (UTC)', until: later },
    ['It opens on 2046-11-30 at 08:00 (UTC)', expect.stringMatching(/^Until Nov 30, 2046/)],
  ],
  [
    'cap',
    'Room under a cap',
    { reason: 'It takes 5 leads in all' },
    [
      'It takes 5 leads in all',
      'It goes on once the cap is raised, or the broker gives a lead back.',
    ],
  ],
  [
    'pace',
    'Its turn in the pace of its job',
    { until: later },
    [expect.stringMatching(/^Until Nov 30, 2046/)],
  ],
  ['call', 'A free call of its integration', {}, ['It makes 20 calls at a time.']],
  ['call', 'A free call of its integration', { calls: 1 }, ['It makes one call at a time.']],
  // Its moment has come since it was read.
  ['time', 'The time that was set for it', { until: '2020-01-01T00:00:00.000Z' }, []],
])(
  'a send that waits for the %s says “%s”, why, and what ends it',
  async (what, label, wait, lines) => {
    expect(await linesOf(what, { ...nothing, ...wait }, label)).toEqual(lines)
  },
)
