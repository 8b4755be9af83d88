import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { callOut, type Backend } from '#server'

import { addDepartment, fillSending } from '../../../fixtures/sending/sending.ts'
import { sampleIntegration } from '../../../fixtures/sending/integration.ts'
import type { Integration } from '../../../../resources/sending/integration/integration.ts'
import { withToken } from '../../../../resources/sending/integration/request/signIn.server.ts'
import { createTestConsole, type TestConsole } from '../../../fixtures/console.ts'
import { startServer } from '../../../fixtures/rawServer.ts'

let server: TestConsole
let broker: Awaited<ReturnType<typeof startServer>>
let partner: number
let logins = 0
let lastLogin: IncomingMessage
/** A broker that holds one session: each login ends the one before. */
beforeAll(async () => {
  server = await createTestConsole()
  broker = await startServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url?.startsWith('/refuse')) {
      response.statusCode = 403
      return response.end(JSON.stringify({ message: `Nobody signs in by GET ${request.url}` }))
    }
    if (request.url?.startsWith('/elsewhere')) {
      return response.end(JSON.stringify({ session: { key: 'a-session-key' }, message: 'Welcome' }))
    }
    if (request.url?.startsWith('/token')) {
      logins += 1
      lastLogin = request
      return response.end(JSON.stringify({ token: `token ${logins}` }))
    }
    const isOpen = request.headers.authorization === `token ${logins}`
    // Refusals come one after the other, the later ones when there is a new token already.
    const late = Number(request.headers['x-late'])
    return void delay(late).then(() => response.writeHead(isOpen ? 200 : 401).end('{}'))
  })
  server.backend.config.outboundLoopback = broker.origin
  partner = (await fillSending(server.backend.database, broker.origin)).broker
}, 60_000)
afterAll(async () => {
  await broker.stop()
  await server.close()
})

interface Asked {
  readonly late?: number
  readonly user?: string
}

/** Calls the leads of the broker as one process does. */
function callAs(
  backend: Backend,
  id: number,
  { late = 0, user = `user ${id}`, ...more }: Partial<Integration> & Asked = {},
) {
  const integration = sampleIntegration({
    id,
    auth_type: 'login_token',
    token_url: `${broker.origin}/token`,
    auth_username: user,
    ...more,
  })
  const loaded = { integration, secrets: { secret: 'a secret & more', headers: {} } }
  type Answer = Awaited<ReturnType<typeof callOut>>
  return withToken<Answer>(
    loaded,
    backend,
    ({ status, ms }) => (status === 401 ? ms : undefined),
    (login) =>
      callOut(backend, {
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
}

async function newIntegration(): Promise<number> {
  const { database } = server.backend
  const department = await addDepartment(database, partner, broker.origin)
  const { rows } = await sql<{ id: number }>`
    select id from send_integrations where department = ${department}`.execute(database.sql)
  return rows[0]!.id
}

test('calls whose token is refused share one login, which ends the session of none of them', async () => {
  const id = await newIntegration()
  await callAs(server.backend, id)
  expect(logins).toBe(1)
  logins += 1
  const answers = await Promise.all(
    [0, 0, 100, 200, 300].map((late) => callAs(server.backend, id, { late })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(logins).toBe(3)
})

test('two processes share one session: neither ends that of the other', async () => {
  const id = await newIntegration()
  const before = logins
  const [one, other] = [{ ...server.backend }, { ...server.backend }]
  const calls = () => Promise.all([one, other, one, other].map((backend) => callAs(backend, id)))
  const rounds = [await calls(), await calls()]
  expect(logins).toBe(before + 1)
  // The broker forgets it.
  logins += 1
  rounds.push(await calls(), await calls())
  expect(logins).toBe(before + 3)
  expect(rounds.flat().map(({ status }) => status)).toEqual(Array(16).fill(200))
  const { rows } = await sql<{ token: string }>`
    select token from integration_logins order by id desc limit 1`.execute(
    server.backend.database.sql,
  )
  expect(rows.map(({ token }) => token.includes('token'))).toEqual([false])
  expect(server.backend.secrets.isCurrent(rows[0]!.token)).toBe(true)
})

test('where the process that signed in is gone, another one does after its time', async () => {
  const id = await newIntegration()
  const first = { ...server.backend }
  await callAs(first, id)
  await sql`
    update integration_logins set token = null, leased_until = now() + interval '1 second'
    where id = (select max(id) from integration_logins)`.execute(server.backend.database.sql)
  const { status } = await callAs({ ...server.backend }, id)
  expect(status).toBe(200)
})

test('two integrations of one account share its session; those of another have their own', async () => {
  const [one, other] = [await newIntegration(), await newIntegration()]
  const before = logins
  const calls = [one, other, one, other]
  const shared = await Promise.all(
    calls.map((id) => callAs(server.backend, id, { user: 'shared' })),
  )
  expect(shared.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(logins).toBe(before + 1)
  await callAs({ ...server.backend }, other, { user: 'shared' })
  expect(logins).toBe(before + 1)
  await callAs(server.backend, other, { user: 'another' })
  expect(logins).toBe(before + 2)
})

test('a login by GET has no body, and its secret stands in the address but in no log', async () => {
  const { status } = await callAs(server.backend, await newIntegration(), {
    user: 'anne & co',
    token_method: 'GET',
    token_url: `${broker.origin}/token/{{auth.secret}}?user={{auth.username}}&key={{auth.secret}}`,
    token_body: '{"of":"another method"}',
  })
  expect(status).toBe(200)
  const { method, url, headers } = lastLogin
  const secret = encodeURIComponent('a secret & more')
  expect([method, url]).toEqual(['GET', `/token/${secret}?user=anne%20%26%20co&key=${secret}`])
  expect([headers['content-type'], headers['content-length']]).toEqual([undefined, undefined])
  const { rows } = await sql<{ path: string; line: string }>`
    select path, r::text as line from requests r where method = 'GET' and direction = 'out'`.execute(
    server.backend.database.sql,
  )
  expect(rows.map(({ path }) => path)).toEqual([`${broker.origin}/token/{{auth.secret}}`])
  expect(rows[0]?.line).not.toMatch(/a secret|a%20secret|anne/)
})

test('the address of a login by another method may hold the name and the secret too', async () => {
  await callAs(server.backend, await newIntegration(), {
    token_url: `${broker.origin}/token?user={{auth.username}}`,
    user: 'anne & co',
  })
  expect([lastLogin.method, lastLogin.url]).toEqual(['POST', '/token?user=anne%20%26%20co'])
})

test('what a login was answered that brought no token is told without its secrets, and without a token of another name', async () => {
  const answered = async (path: string) => {
    const integration = sampleIntegration({
      id: await newIntegration(),
      auth_type: 'login_token',
      token_method: 'GET',
      token_url: `${broker.origin}${path}?key={{auth.secret}}`,
    })
    const loaded = { integration, secrets: { secret: 'a secret & more', headers: {} } }
    const login = await withToken(
      loaded,
      server.backend,
      () => undefined,
      (one) => Promise.resolve(one),
    )
    const answer = login && 'answer' in login ? login.answer : undefined
    return answer?.kind === 'answer' ? answer : undefined
  }
  const refused = await answered('/refuse')
  expect(refused?.status).toBe(403)
  expect(refused?.body).toContain('Nobody signs in by GET /refuse?key=')
  expect(refused?.body).not.toContain(encodeURIComponent('a secret & more'))
  const other = await answered('/elsewhere')
  expect(JSON.parse(other?.body ?? '')).toMatchObject({
    session: { key: '[hidden]' },
    message: 'Welcome',
  })
})
