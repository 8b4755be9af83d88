import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { views } from '../../../../resources/index.browser.ts'
import { lead } from '../../../../resources/leads/lead/lead.ts'
import { send } from '../../../../resources/sending/send/send.ts'
import { sendActions } from '../../../../resources/sending/send/sendActions.ts'
import { ResourceShow } from '../../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { openScreens } from '../../../browser/views/screens.tsx'

const found = '2026-03-05T10:00:00Z'

const deposits = [
  ['that there is none of', null, null, null, /^FTD—$/],
  ['dated by the broker', found, found, null, /Mar 05, 2026 \d\d:00:00$/],
  [
    'with a date before the send',
    found,
    '2026-03-01T09:00:00Z',
    null,
    /Mar 05, 2026 \d\d:00:00 \(detected; the broker says Mar 01, 2026 \d\d:00:00\)$/,
  ],
  ['without a date', found, null, null, /Mar 05, 2026 \d\d:00:00 \(detected\)$/],
  ['taken back', found, found, found, /Mar 05, 2026 \d\d:00:00 \(cancelled\)$/],
] as const

describe.each([
  ['a lead', '/lead/single/7'],
  ['a send', '/lead/history/7'],
])('on the page of %s', (_, path) => {
  it.each(deposits)(
    'a deposit %s says when it counts',
    async (_how, ftd_at, api_ftd_at, ftd_cancelled_at, shown) => {
      const record = {
        id: 7,
        version: 1,
        stage: 'converted',
        state: 'sent',
        ftd_at,
        api_ftd_at,
        ftd_cancelled_at,
      }
      const provider = fakeProvider({
        getOne: (async () => ({ data: record })) as never,
        getList: (async () => ({ data: [], total: 0 })) as never,
      })
      const screens = {
        '/lead/single/:id': <ResourceShow resource={lead} views={views.leads as never} />,
        '/lead/history/:id': <ResourceShow resource={send} views={views.sends as never} />,
      }
      const user = userWith('lead.view', 'lead.single.view', 'lead.history.view')
      openScreens(path, screens, { user, provider, resources: [lead, send] })
      const isShown = (_text: string, element: Element | null) =>
        shown.test(element?.textContent ?? '')
      expect(await screen.findAllByText(isShown, {}, { timeout: 10_000 })).not.toHaveLength(0)
    },
  )
})

it.each([
  ['none', null, null, [true, false]],
  ['one', found, null, [false, true]],
  ['one that was taken back', found, found, [true, false]],
] as const)(
  'a send with %s offers to set a deposit or to cancel it',
  (_, ftd_at, cancelled, may) => {
    const one = { state: 'sent', ftd_at, ftd_cancelled_at: cancelled }
    const { ftd, cancel_ftd } = sendActions
    expect([ftd.when(one), cancel_ftd.when(one)]).toEqual(may)
  },
)
