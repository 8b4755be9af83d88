import { sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { fieldOf } from '#schema'

import type { Backend } from '../kernel/backend.ts'
import { quoted } from '../database/names.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every call stands in the request log, whatever it does and however it ends. */
    isLogged?: true
  }
  interface FastifyRequest {
    /** What else the business knows of a call, by fields of `requests`. Where something is known, the caller is. */
    logged?: Readonly<Record<string, unknown>>
  }
}

/** One call in or out, as the resource `requests` declares it. */
interface LoggedRequest {
  readonly created_at: string
  readonly direction: 'in' | 'out'
  readonly method: string
  /** The pattern of the path, like `/api/book/:id`. */
  readonly route: string
  /** Without its query. */
  readonly path: string
  readonly status: number
  readonly duration_ms: number
  readonly ip: string
  readonly user: number | null
  readonly correlation_id: string
  readonly error: string | null
  readonly size: number | null
  /** Other fields of `requests`. */
  readonly more?: Readonly<Record<string, unknown>>
}

/** Rows that wait to be written; the oldest give way, and are counted. */
const maxWaiting = 1_000
/** Rows a second of callers who are not signed in: a flood of them says no more than its beginning. */
const maxAnonymous = 20
const intervalMs = 1_000

export interface RequestLog {
  add(request: LoggedRequest): void
  /** Writes what waits. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Writes requests in one statement a second, so that no request waits for its line in the log. */
export function createRequestLog({ database, log, resource }: Backend): RequestLog {
  let waiting: LoggedRequest[] = []
  let [anonymous, dropped] = [0, 0]
  let underWay = Promise.resolve()

  async function write(): Promise<void> {
    const rows = waiting
    const lost = dropped
    waiting = []
    ;[anonymous, dropped] = [0, 0]
    if (lost > 0) log.warn({ requests: lost }, 'the request log left out requests')
    if (rows.length === 0) return
    try {
      const more = columnsOf(rows)
      await sql`
        insert into requests (created_at, direction, method, route, path, status, duration_ms, ip, "user",
          correlation_id, error, size ${more})
        select r.created_at, direction, method, route, path, status, duration_ms, ip, u.id,
          correlation_id, error, size ${more}
        from jsonb_populate_recordset(null::requests, ${JSON.stringify(
          rows.map(({ more, ...row }) => ({ ...more, ...row })),
        )}::jsonb) r
        left join users u on u.id = r."user"
        order by r.created_at`.execute(database.sql)
    } catch (error) {
      // A database that is away is told of elsewhere; a log of requests is not worth more than that.
      log.warn({ err: error, requests: rows.length }, 'requests were not logged')
    }
  }

  /** The columns beyond those of every row, each after a comma. */
  function columnsOf(rows: readonly LoggedRequest[]) {
    const names = new Set(rows.flatMap(({ more }) => Object.keys(more ?? {})))
    const known = [...names].filter((name) => fieldOf(resource('requests'), name))
    return sql.raw(known.map((name) => `, ${quoted(name)}`).join(''))
  }

  function flush(): Promise<void> {
    underWay = underWay.then(write)
    return underWay
  }

  const timer = setInterval(() => void flush(), intervalMs).unref()
  return {
    add(request) {
      const isAnonymous = request.user === null && Object.keys(request.more ?? {}).length === 0
      if (isAnonymous) anonymous += 1
      if (isAnonymous && anonymous > maxAnonymous) return void (dropped += 1)
      if (waiting.push(request) <= maxWaiting) return undefined
      waiting.shift()
      dropped += 1
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** The line of a request that was answered. */
export function lineOf(request: FastifyRequest, reply: FastifyReply): LoggedRequest {
  const { method, url, routeOptions, ip, id, failure } = request
  const [asked = ''] = url.split('?')
  // Of a route that there is not, a long part may be a key that was called in a wrong way.
  const path = routeOptions.url ? asked : asked.replaceAll(/[^/]{20,}/g, '[hidden]')
  const size = Number(reply.getHeader('content-length'))
  const isKeyed = routeOptions.config.access === 'public' && routeOptions.url?.endsWith('/:key')
  // Of a public route, and before anybody was recognised, there is no user.
  const user = request.user as typeof request.user | undefined
  return {
    created_at: new Date(Date.now() - reply.elapsedTime).toISOString(),
    direction: 'in',
    method,
    route: (routeOptions.url ?? path).replaceAll(/\(.*?\)(?=\/|$)/g, '').slice(0, 300),
    // A key that opens a public route stands in no log.
    path: (isKeyed ? (routeOptions.url ?? '') : path).slice(0, 2_000),
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime),
    ip,
    user: user?.id ?? null,
    correlation_id: id,
    // In English, like the log of the process. What PostgreSQL does not take as JSON would cost the other lines too.
    error: failure.replaceAll(/[\0\p{Cs}]/gu, '').slice(0, 500) || null,
    size: Number.isFinite(size) ? size : null,
    more: request.logged ?? {},
  }
}
