import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { answerErrors } from '../../../src/server/http/failures.ts'

let app: FastifyInstance

const failing = (code: string, message = 'canary') => Object.assign(new Error(message), { code })

const thrown: Record<string, Error> = {
  away: failing('ECONNREFUSED'),
  slow: failing('57014'),
  silent: new Error('Query read timeout'),
  locked: failing('40P01'),
  crowded: failing('53300'),
  full: failing('53100'),
  readonly: failing('25006'),
}

beforeAll(async () => {
  app = Fastify()
  answerErrors(app)
  app.decorateRequest('hasBegun', true)
  app.all<{ Params: { fault: string } }>('/thing/:fault', async ({ params }) => {
    throw thrown[params.fault]
  })
  app.all<{ Params: { fault: string } }>('/thing/:fault/search', async ({ params }) => {
    throw thrown[params.fault]
  })
  await app.ready()
})
afterAll(() => app.close())

const busy = 'The database is busy. Try again in a few seconds.'
const notSaved = 'The database is busy. Nothing was saved. Try again.'
const away = 'The database cannot be reached at the moment. Try again in a few seconds.'
const unknown =
  'The database cannot be reached at the moment. Check whether it was saved before you try again.'
const narrow = 'This takes too long. Narrow the filter or the search.'
const full = 'The disk of the server is full. Nothing can be saved until there is room.'

const unchanged =
  'The database takes no changes at the moment. Nothing was saved. Try again in a few minutes.'

it.each([
  ['F8', 'GET', 'away', 503, away],
  ['F8', 'POST', 'away', 503, unknown],
  ['F8', 'POST', 'away/search', 503, away],
  ['F8', 'PUT', 'full', 507, full],
  ['F8', 'GET', 'full', 507, full],
  ['F8', 'GET', 'crowded', 503, busy],
  ['F8', 'POST', 'readonly', 503, unchanged],
  ['F8', 'POST', 'readonly/search', 503, unchanged],
  ['F10', 'GET', 'slow?page=2&sort=-id', 503, busy],
  ['F10', 'GET', 'slow?search=ann', 503, narrow],
  ['F10', 'GET', 'slow?status=3', 503, narrow],
  ['F10', 'POST', 'slow', 503, notSaved],
  ['F10', 'POST', 'silent', 503, unknown],
  ['M11', 'PUT', 'locked', 503, notSaved],
  ['M11', 'GET', 'locked', 503, busy],
] as const)('%s: %s %s answers %i: %s', async (_, method, path, status, message) => {
  const answer = await app.inject({ method, url: `/thing/${path}` })
  expect([answer.statusCode, answer.json()]).toEqual([status, { message }])
  expect(answer.headers['retry-after']).toBe(status === 507 ? '60' : '5')
})

it('F10: POST …/search that takes too long is told to be narrowed', async () => {
  const payload = { where: { name: 'x' } }
  const answer = await app.inject({ method: 'POST', url: '/thing/slow/search', payload })
  expect(answer.json()).toEqual({ message: narrow })
})

describe('a bug', () => {
  async function answerTo(isDevelopment?: boolean) {
    const bugged = Fastify({ genReqId: () => 'one' })
    answerErrors(bugged, { isDevelopment })
    bugged.get('/bug', async () => Object(undefined).beforeCreate())
    const answer = await bugged.inject('/bug')
    await bugged.close()
    return [answer.statusCode, answer.json()]
  }
  const message = 'The server is unavailable'

  it('says which request it was, and nothing of itself', async () => {
    expect(await answerTo()).toEqual([500, { message, data: { request_id: 'one' } }])
  })

  it('says what it is and where, to those who work on the code', async () => {
    const problem = expect.stringMatching(
      /^TypeError: Object\(\.\.\.\)\.beforeCreate is not a function\nat .*tests\/server\/platform\/faults\.test\.ts:\d+:\d+\)?$/,
    )
    expect(await answerTo(true)).toEqual([500, { message, data: { request_id: 'one', problem } }])
  })
})
