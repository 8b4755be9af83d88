import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { loadForCall } from '../../../../resources/sending/integration/loadForCall.server.ts'
import { createSending, type Sending } from '../../../fixtures/sending/sending.ts'

let sending: Sending

beforeAll(async () => {
  sending = await createSending()
}, 60_000)
afterAll(() => sending.close())
afterEach(() => {
  vi.restoreAllMocks()
})

test('an integration that is held is not lost when it grows too old while others are read', async () => {
  const { backend } = sending.server
  for (let count = 0; count < 2; count += 1) await sending.department('success')
  const rows = await sending.query(`select id from send_integrations order by id desc limit 2`)
  const [held = 0, other = 0] = rows.map(({ id }: { id: number }) => id)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  await loadForCall([held], backend)
  clock.mockReturnValue(12_999)
  const loading = loadForCall([held, other], backend)
  clock.mockReturnValue(13_100)
  expect([...(await loading).keys()].toSorted()).toEqual([held, other].toSorted())
})
