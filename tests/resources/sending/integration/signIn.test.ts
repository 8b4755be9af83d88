import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { callOut } from '#server'

import { sampleIntegration } from '../../../fixtures/sending/integration.ts'
import { withToken } from '../../../../resources/sending/integration/request/signIn.server.ts'
import { createTestConsole, type TestConsole } from '../../../fixtures/console.ts'
import { startServer } from '../../../fixtures/rawServer.ts'

let server: TestConsole
let broker: Awaited<ReturnType<typeof startServer>>
let logins = 0
/** A broker that holds one session: each login ends the one before. */
beforeAll(async () => {
  server = await createTestConsole()
  broker = await startServer((request, response) => {
    if (request.url === '/token') {
      logins += 1
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify({ token: `token ${logins}` }))
    }
    const isOpen = request.headers.authorization === `token ${logins}`
    // Refusals come one after the other, the later ones when there is a new token already.
    const late = Number(request.headers['x-late'])
    return void delay(late).then(() => response.writeHead(isOpen ? 200 : 401).end('{}'))
  })
  server.backend.config.outboundLoopback = broker.origin
}, 60_000)
afterAll(async () => {
  await broker.stop()
  await server.close()
})

test('calls whose token is refused share one login, which ends the session of none of them', async () => {
  const integration = sampleIntegration({
    auth_type: 'login_token',
    token_url: `${broker.origin}/token`,
  })
  const loaded = { integration, secrets: { secret: 'secret', headers: {} } }
  type Answer = Awaited<ReturnType<typeof callOut>>
  const call = (late: number) =>
    withToken<Answer>(
      loaded,
      server.backend,
      (answer) => answer,
      (login) =>
        callOut(server.backend, {
          method: 'POST',
          url: `${broker.origin}/leads`,
          headers: {
            authorization: login && 'token' in login ? login.token : '',
            'x-late': String(late),
          },
          body: '{}',
          connectMs: 5_000,
          totalMs: 5_000,
        }),
    )
  await call(0)
  expect(logins).toBe(1)
  logins += 1
  const answers = await Promise.all([0, 0, 100, 200, 300].map(call))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(logins).toBe(3)
})
