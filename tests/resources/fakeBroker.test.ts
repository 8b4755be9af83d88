import { afterEach, expect, test } from 'vitest'

import { callOut, type OutboundAnswer } from '#server'

import { makes } from '../../resources/sending/fakeBroker/fakeTemplates.server.ts'
import { readConfig } from '../../src/server/kernel/config.ts'
import { fakeBrokerFor, type FakeBroker } from '../fixtures/sending/fakeBroker.ts'

let broker: FakeBroker
afterEach(() => broker.stop())

async function playing(options: Parameters<typeof fakeBrokerFor>[1] = {}) {
  const config = readConfig({ DATA_DIR: 'memory://' })
  broker = await fakeBrokerFor({ config }, options)
  return (
    path: string,
    { email = 'ada@example.com', key = '', totalMs = 5_000, method = 'POST' } = {},
  ) =>
    callOut(
      { config },
      {
        method,
        url: `${broker.origin}${path}`,
        headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
        body:
          method === 'GET' ? null : JSON.stringify({ email, profile: { phone: '+441134960000' } }),
        connectMs: 2_000,
        totalMs,
      },
    )
}

const json = (answer: OutboundAnswer) =>
  answer.kind === 'answer' ? JSON.parse(answer.body) : undefined

test.each([
  ['/success', { kind: 'answer', status: 200 }, 1],
  ['/duplicate', { kind: 'answer', status: 200 }, 0],
  ['/rejected', { kind: 'answer', status: 422 }, 0],
  ['/capacity', { kind: 'answer', status: 404, body: '{"message":"No hubs available"}' }, 0],
  ['/auth', { kind: 'answer', status: 200 }, 0],
  ['/slow', { kind: 'fault', fault: 'read_timeout', wasSent: true }, 1],
  ['/cut', { kind: 'fault', fault: 'lost', wasSent: true }, 1],
  ['/cut-before', { kind: 'fault', fault: 'lost', wasSent: true }, 0],
  ['/error-after-accept', { kind: 'answer', status: 500 }, 1],
  ['/malformed', { kind: 'answer', status: 200 }, 1],
  ['/large', { kind: 'answer', status: 200, isTruncated: true }, 1],
  ['/redirect', { kind: 'fault', fault: 'redirect', status: 307 }, 0],
  ['/redirect?status=302', { kind: 'answer', status: 302 }, 0],
  ['/limited?after=7', { kind: 'answer', status: 429, headers: { 'retry-after': '7' } }, 0],
  ['/unavailable', { kind: 'answer', status: 503 }, 0],
])('%s answers so, and takes %3$d leads', async (path, answer, taken) => {
  const post = await playing()
  expect(await post(path, { totalMs: 500 })).toMatchObject(answer)
  expect(broker.accepted).toHaveLength(taken)
})

test('a key that comes again makes no second lead where the broker minds it, and one where it does not', async () => {
  const post = await playing({ isIdempotent: true })
  const first = json(await post('/success', { key: 'a' }))
  expect(json(await post('/success', { key: 'a' }))).toEqual(first)
  expect(broker.accepted).toHaveLength(1)
  expect(broker.accepted[0]).toMatchObject({ key: 'a', phone: '+441134960000' })
  broker.options.isIdempotent = false
  await post('/success', { key: 'a' })
  expect(broker.accepted).toHaveLength(2)
})

test('/mixed comes to the same end for a lead each time, and to several ends for many', async () => {
  const post = await playing()
  const ends = new Set<string>()
  for (let index = 0; index < 60; index += 1) {
    const email = `lead${index}@example.com`
    const [one, other] = [await post('/mixed', { email }), await post('/mixed', { email })]
    expect((other as { status: number }).status).toBe((one as { status: number }).status)
    ends.add(String((one as { status: number }).status))
  }
  expect(ends.size).toBeGreaterThan(1)
})

test('statuses come in pages, by days and by ids', async () => {
  const post = await playing()
  for (let index = 0; index < 5; index += 1)
    await post('/success', { email: `l${index}@example.com` })
  const [first] = broker.accepted
  broker.tell('l1@example.com', {
    status: 'Depositor',
    isDeposited: 'yes',
    depositedAt: '0000-00-00',
  })
  const get = async (query: string) => json(await post(`/statuses?${query}`, { method: 'GET' }))
  const page = await get('take=2&page=3')
  expect(page).toMatchObject({ meta: { last_page: 3, total: 5 }, next: null })
  expect(page.data).toMatchObject([{ email: 'l4@example.com', status: 'New' }])
  expect((await get('take=2')).next).toContain('page=2')
  expect((await get(`ids=${first?.id}`)).data).toMatchObject([{ email: 'l0@example.com' }])
  expect((await get('from=2020-01-01 00:00:00&to=2020-02-01 00:00:00')).data).toEqual([])
  expect((await get('skip=1&take=1')).data).toMatchObject([
    { status: 'Depositor', isDeposited: 'yes', depositedAt: '0000-00-00' },
  ])
  expect(await get('').then(() => post('/statuses-refused'))).toMatchObject({ status: 200 })
})

test.each(Object.entries(makes))(
  'as a broker like %s it refuses a call without its sign-in, as that does',
  async (_name, { push, pull, answers }) => {
    const post = await playing()
    const [status, body] = answers.auth({ id: '', link: '' })
    expect(await post(push)).toMatchObject({ status, body: JSON.stringify(body) })
    if (pull) expect(await post(pull.path, { method: pull.method })).toMatchObject({ status })
    expect(broker.accepted).toEqual([])
  },
)
