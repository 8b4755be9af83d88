import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { sendAttempt } from '../../../../resources/sending/send/sendAttempt.ts'
import { send } from '../../../../resources/sending/send/send.ts'
import { TestAnswer } from '../../../../resources/sending/integration/views/TestAnswer.tsx'
import { integration } from '../../../../resources/sending/integration/integration.ts'
import { request } from '../../../../resources/settings/request.ts'
import { ResourceShow } from '../../../../src/browser/views/ResourceShow.tsx'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { openScreens } from '../../../browser/views/screens.tsx'

/** What would be a page, and run, if it were anything but text. */
const hostile =
  '<!doctype html><img src=x onerror="window.ran=true"><script>window.ran=true</script><a href="javascript:ran()">go</a>'
const long = hostile + 'x'.repeat(60_000)
const user = userWith(
  'lead.history.view',
  'lead.history.payload.view',
  'lead.contact.view',
  'settings.request.view',
  'settings.request.payload.view',
  'send.integration.view',
)

const shown = {
  'of an attempt': [
    sendAttempt,
    { id: 1, version: 1, send: 5, number: 1, outcome: 'unknown', error: hostile, response: long },
  ],
  'of the request log': [
    request,
    { id: 1, version: 1, method: 'POST', path: '/x', error: hostile, response: { why: long } },
  ],
} as const

async function expectText(least: number): Promise<void> {
  const found = await screen.findAllByText(
    (text) => text.includes('<script>window.ran'),
    undefined,
    {
      timeout: 10_000,
    },
  )
  expect(found.length).toBeGreaterThanOrEqual(least)
  expect(document.querySelector('img[src="x"], script, a[href^="javascript"]')).toBeNull()
  expect(window).not.toHaveProperty('ran')
}

it.each(Object.entries(shown))('C3 the answer %s is shown as text', async (_, [resource, data]) => {
  const provider = fakeProvider({
    getOne: (async () => ({ data })) as never,
    getList: (async () => ({ data: [], total: 0 })) as never,
    options: async () => ({ data: [] }),
  })
  const screens = { '/one/:id': <ResourceShow resource={resource as never} /> }
  openScreens('/one/1', screens, { user, provider, resources: [send, resource as never] })
  await expectText(2)
})

it('C3 the answer of a test call is shown as text', async () => {
  const tested = {
    send: 5,
    outcome: { outcome: 'unknown', message: hostile },
    answer: { kind: 'answer' as const, status: 200, body: long, ms: 3 },
    rows: [],
    proposal: [],
  }
  const provider = fakeProvider({ getOne: (async () => ({ data: { id: 1, rules: [] } })) as never })
  const screens = { '/test': <TestAnswer tested={tested} id={1} /> }
  openScreens('/test', screens, { user, provider, resources: [integration] })
  await expectText(2)
})
