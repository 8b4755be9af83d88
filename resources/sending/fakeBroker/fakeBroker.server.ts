import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import { mapValues } from '#schema'

import { json, scenarios } from './fakeAnswers.server.ts'
import { batches } from './fakeBatches.server.ts'
import { createFakeLeads, type FakeLeads } from './fakeLeads.server.ts'
import { type FakeLead } from './fakeLead.server.ts'
import { pullAnswer } from './fakePulls.server.ts'
import { depositGoal, makeAt, makes } from './fakeTemplates.server.ts'
import { createNewestCalls } from './newestCalls.ts'
import { playMake } from './playMake.server.ts'
import { textOf, type Row, rowsOf, parse } from './fakeBodies.server.ts'

interface Options {
  /** 0 takes a free one. */
  readonly port?: number
  /** Milliseconds before each answer. */
  delayMs?: number
  /** Milliseconds that the path /slow takes. */
  slowMs?: number
  /** Whether a key that came before makes no second lead. */
  isIdempotent?: boolean
  /** Whether its leads come to statuses and deposits by themselves. */
  readonly grows?: boolean
}

export interface FakeBroker {
  readonly origin: string
  /** What was taken, in order: to be held against what we believe. */
  readonly accepted: readonly FakeLead[]
  /** Every call, as `POST /success`; of very many the newest. */
  readonly calls: readonly string[]
  /** What can be changed while it runs. */
  readonly options: Options
  tell: FakeLeads['tell']
  stop(): Promise<void>
}

/**
 * A broker that is played: a real server on loopback, which takes leads and says of them what the path of the call wants
 * (`POST /success`, `/capacity`, `/mixed` …, `/batch` for lists of leads), and answers pulls at `/statuses`. At the paths of the ready
 * templates it speaks as their brokers do. Throws when the port is taken.
 */
export async function startFakeBroker(given: Options = {}): Promise<FakeBroker> {
  const options: Options = { ...given }
  const leads = createFakeLeads({ grows: given.grows ?? false })
  const { calls, add: keepCall } = createNewestCalls(100_000)
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      json(response, 500, { message: `${error}` }),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(given.port ?? 0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', origin)
    const body = parse(await textOf(request))
    keepCall(`${request.method} ${path}`)
    if (options.delayMs) await pause(options.delayMs)
    const asked = { ...Object.fromEntries(query), ...body }
    const scenario = scenarios.get(path.slice(1))
    const batch = batches.get(path.slice(1))
    if (path === '/statuses-signed' && !request.headers.authorization?.endsWith(token)) {
      return json(response, 401, { message: 'Sign in first' })
    }
    const { slowMs = 60_000 } = options
    const make = makeAt(request.method, path)
    const common = { scenario: make?.name ?? path.slice(1), desk: query.get('desk') }
    if (batch) {
      const accept = (row: Row) => {
        const own = row['key']?.toString()
        const taken = options.isIdempotent ? leads.byKey(own) : undefined
        return taken ?? leads.accept({ ...common, body: row, key: own })
      }
      return batch({ rows: rowsOf(body), accept, slowMs }, response)
    }
    if (!scenario && !make) return tellOf(path, asked, response)
    const key = request.headers['idempotency-key']?.toString()
    let taken = options.isIdempotent ? leads.byKey(key) : undefined
    const arrived = { ...common, body: asked, key }
    const accept = () => (taken ??= leads.accept(arrived))
    const isKnown = () => leads.isKnown(arrived)
    const call = { query, body: asked, origin, key, isKnown, accept, slowMs }
    if (make) return playMake(make, { call, headers: request.headers, leads }, response)
    return scenario?.(call, response)
  }

  function tellOf(path: string, asked: Record<string, unknown>, response: ServerResponse): void {
    const [, first, id] = path.split('/')
    if (['/statuses', '/statuses-signed', '/statuses-ending'].includes(path)) {
      const page = pullAnswer(leads, asked, { origin, path })
      const isPast = path === '/statuses-ending' && Number(asked['page']) > page.meta.last_page
      return isPast ? json(response, 404, { message: 'No such page' }) : json(response, 200, page)
    }
    if (path === '/statuses-refused') {
      return json(response, 200, { status: false, code: 401, message: 'The token is wrong' })
    }
    if (path === '/statuses-empty') return json(response, 200, { status: true, data: [] })
    if (path === '/token') {
      return json(response, 200, { token, access_token: token, expires_in: 3_600 })
    }
    if (path === '/log') return json(response, 200, { data: leads.accepted })
    if (first === 'leads' && id) return json(response, 200, (leads.tell(id, asked), { id }))
    if (path === '/')
      return json(response, 200, {
        paths: [...scenarios.keys(), ...batches.keys()],
        ...others,
        ...asMakes,
      })
    return json(response, 404, { message: 'Not found' })
  }

  return {
    origin,
    accepted: leads.accepted,
    calls,
    options,
    tell: leads.tell,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What a login gives, and `/statuses-signed` wants. */
const token = 'fake-token'

const others = {
  statuses: '/statuses?from=…&to=…&page=1',
  log: '/log',
  tell: 'POST /leads/{id} {"status": "Hot", "isDeposited": true}',
}

/** Where it speaks as a ready template expects. */
const asMakes = {
  templates: mapValues(makes, ({ push, pull }) => [
    `POST ${push}?answer=success`,
    ...(pull ? [`${pull.method} ${pull.path}`] : []),
  ]),
  answers: ['success', 'duplicate', 'rejected', 'capacity', 'auth', 'mixed', 'or a path'],
  goal_type_uuid: depositGoal,
}
