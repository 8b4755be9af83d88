import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Database } from './database.ts'
import { RequestError } from './errors.ts'
import { createShares, type ShareLimits, type Work } from './shares.ts'

/**
 * What a request takes of its user's share while its handler runs: one place unless said. A stream says `streams`
 * and takes its places piece by piece, with `inTurn`.
 */
type RequestWork = Work | 'streams' | ((request: FastifyRequest) => Work)

declare module 'fastify' {
  interface FastifyContextConfig {
    work?: RequestWork
  }
  interface FastifyRequest {
    /** Whether the handler of a route that is not public was called. */
    hasBegun: boolean
    /** Runs a piece of work at a place of the user's share. */
    inTurn<Result>(work: () => Promise<Result>): Promise<Result>
  }
}

/** Nobody reads it: the connection was closed while the request waited. */
const abandoned = () => new RequestError(503, 'The server is busy.')

export const light: Work = { places: 1 }
export const heavy: Work = { places: 1, isHeavy: true }

/**
 * A user never holds more than a quarter of the connections, and all users leave some to jobs and upkeep. The embedded
 * database does one statement after the other, so between wide ones the others have their time.
 */
const limits: Record<Database['kind'], ShareLimits> = {
  postgres: { places: 4, heavyPlaces: 2, total: 12, waiting: 100, rest: 0 },
  embedded: { places: 2, heavyPlaces: 1, total: 4, waiting: 100, rest: 3 },
}

/** Lets no user starve the others: the requests of each wait for one another when they are many. */
export function shareRoutes(app: FastifyInstance, { kind }: Database): void {
  const shares = createShares(limits[kind])

  async function inTurn<Result>(
    this: FastifyRequest,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const leave = await shares.take(this.user.id, light, { mayWait: true })
    return work().finally(leave)
  }

  async function enter(request: FastifyRequest, work: RequestWork): Promise<() => void> {
    if (work === 'streams') return () => undefined
    return shares.take(request.user.id, typeof work === 'function' ? work(request) : work)
  }

  const leaves = new WeakMap<FastifyRequest, () => void>()
  app.decorateRequest('inTurn', inTurn)
  app.decorateRequest('hasBegun', false)
  app.addHook('onRoute', (route) => {
    const { handler, config: { access, work = light } = {} } = route
    if (access === 'public') return
    route.handler = async function (request, reply) {
      const leave = await enter(request, work)
      leaves.set(request, leave)
      try {
        if (reply.raw.destroyed) throw abandoned()
        request.hasBegun = true
        return await handler.call(this, request, reply)
      } finally {
        leave()
      }
    }
  })
  // An answer that is a stream lasts as long as its reader likes; the work is done when it begins.
  app.addHook('onSend', async (request) => leaves.get(request)?.())
}

/** The same pieces, each read at a place of the user's share. */
export async function* piecesInTurn<Piece>(
  request: FastifyRequest,
  pieces: AsyncIterable<Piece>,
): AsyncIterable<Piece> {
  const iterator = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await request.inTurn(() => iterator.next())
      if (done) return
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}
