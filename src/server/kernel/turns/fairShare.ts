import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Database } from '../database.ts'
import { RequestError, tooMany } from '../errors.ts'
import { msg } from '../../../texts/serverMsg.ts'

/**
 * What a request takes of its user's share while its handler runs: one place unless said. A stream says `streams`
 * and takes its places piece by piece, with `inTurn`.
 */
type RequestWork = Work | 'streams' | ((request: FastifyRequest) => Work)

declare module 'fastify' {
  interface FastifyContextConfig {
    work?: RequestWork
    /** Of a public route that knows who calls all the same: whose share its handler takes, as `caller 7`. */
    sharer?: (request: FastifyRequest) => string
  }
  interface FastifyRequest {
    /** Whether the handler of a route that takes a share was called. */
    hasBegun: boolean
    /** Runs a piece of work at a place of the user's share. */
    inTurn<Result>(work: () => Promise<Result>): Promise<Result>
  }
}

/** It is not read: the connection was closed while the request waited. */
const abandoned = () => new RequestError(503, msg('the_server_is_busy'))

export const light: Work = { places: 1 }
export const heavy: Work = { places: 1, isHeavy: true }

/**
 * A user never holds more than a quarter of the connections, and all users leave some to jobs and upkeep. The thread that
 * answers does one thing after the other, and so does the embedded database: between wide lists the others have their time.
 * Beside 50 pages of 200 records a second a colleague's list takes 1.2 to 1.6 × as long as alone (p50), not 6 to 8 ×.
 */
const limits: Record<Database['kind'], ShareLimits> = {
  postgres: { places: 4, heavyPlaces: 2, total: 12, waiting: 100, rest: 0, floodRest: 4 },
  embedded: { places: 2, heavyPlaces: 1, total: 4, waiting: 100, rest: 3, floodRest: 15 },
}

/** A user by their number, or who calls public routes. */
type Sharer = number | string

/** Lets no user starve the others, and no partner: the requests of each wait for one another when they are many. */
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
    const { sharer } = request.routeOptions.config
    const owner = sharer ? sharer(request) : request.user.id
    return shares.take(owner, typeof work === 'function' ? work(request) : work)
  }

  const leaves = new WeakMap<FastifyRequest, () => void>()
  app.decorateRequest('inTurn', inTurn)
  app.decorateRequest('hasBegun', false)
  app.addHook('onRoute', (route) => {
    const { handler, config: { access, sharer, work = light } = {} } = route
    if (access === 'public' && !sharer) return
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

/** What a piece of work takes of its user's share while it runs. */
export interface Work {
  /** About so many connections to the database. */
  readonly places: number
  /** Wide searches and the like, of which a user may have fewer under way. */
  readonly isHeavy?: boolean
}

export interface ShareLimits {
  /** Places that one user may have taken, and how many of these by heavy work. */
  readonly places: number
  readonly heavyPlaces: number
  /** Places of all users together. */
  readonly total: number
  /** Requests of one user that may wait; one more is refused. */
  readonly waiting: number
  /** While others are here, heavy work is followed by a rest from it of so many times its duration. */
  readonly rest: number
  /** The same where more heavy work of the user waits than a person's screens ask for at once. */
  readonly floodRest: number
}

interface Ticket {
  readonly places: number
  readonly isHeavy: boolean
  admit(): void
}

interface Line {
  taken: number
  heavy: number
  readonly waiting: Ticket[]
}

/** More heavy work than one person waits for. */
const floodLength = 4

/** Seconds. */
const retryAfter = 5
/** Milliseconds after a request in which its user counts as being here. */
const presentForMs = 30_000
const longestRestMs = 10_000

/**
 * Lets each user have so much work under way and no more. What is beyond waits in the user's own line, first come
 * first served; the users are served in turn.
 */
export function createShares(limits: ShareLimits) {
  /** Of users who have work, in the order of their turns. */
  const lines = new Map<Sharer, Line>()
  const visits = createVisits()
  let taken = 0

  /**
   * Takes places for a user's work, waiting until they are free. Returns how to give them back, which may be called
   * more than once. Throws 429 when too much of the user waits already, unless `mayWait`.
   */
  async function take(
    user: Sharer,
    { places, isHeavy = false }: Work,
    { mayWait = false } = {},
  ): Promise<() => void> {
    visits.note(user)
    const line = lines.get(user) ?? { taken: 0, heavy: 0, waiting: [] }
    if (!mayWait && line.waiting.length >= limits.waiting) {
      throw tooMany(msg('too_many_of_your_requests_are_waiting'), retryAfter)
    }
    lines.set(user, line)
    const maxPlaces = isHeavy ? limits.heavyPlaces : limits.places
    const ticket = { places: Math.min(places, maxPlaces), isHeavy }
    await new Promise<void>((admit) => {
      line.waiting.push({ ...ticket, admit })
      serve()
    })
    const begunAt = Date.now()
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      line.taken -= ticket.places
      taken -= ticket.places
      const rests = isHeavy && visits.hasOthers(user)
      const restMs = rests ? restAfter(line, limits) * (Date.now() - begunAt) : 0
      if (restMs > 0) setTimeout(endHeavy, Math.min(restMs, longestRestMs)).unref()
      else endHeavy()
      serve()
    }
    function endHeavy(): void {
      if (isHeavy) line.heavy -= ticket.places
      if (line.taken + line.heavy + line.waiting.length === 0) lines.delete(user)
      serve()
    }
  }

  function serve(): void {
    let next = nextInTurn()
    while (next) {
      const [user, line, ticket] = next
      line.waiting.splice(line.waiting.indexOf(ticket), 1)
      // The next turn is that of others.
      lines.delete(user)
      lines.set(user, line)
      line.taken += ticket.places
      taken += ticket.places
      if (ticket.isHeavy) line.heavy += ticket.places
      ticket.admit()
      next = nextInTurn()
    }
  }

  function nextInTurn(): [Sharer, Line, Ticket] | undefined {
    for (const [user, line] of lines) {
      const ticket = line.waiting.find(
        ({ places, isHeavy }) => !isHeavy || line.heavy + places <= limits.heavyPlaces,
      )
      if (!ticket || line.taken + ticket.places > limits.places) continue
      // A request that needs two places is not passed by all that need one.
      return taken + ticket.places <= limits.total ? [user, line, ticket] : undefined
    }
    return undefined
  }

  return { take }
}

function restAfter({ waiting }: Line, { rest, floodRest }: ShareLimits): number {
  const isFlood = waiting.filter(({ isHeavy }) => isHeavy).length >= floodLength
  return isFlood ? floodRest : rest
}

/** Knows whether anybody else asked for something lately. */
function createVisits() {
  let latest: { readonly user: Sharer; readonly at: number } = { user: 0, at: 0 }
  let latestOther = latest
  return {
    note(user: Sharer): void {
      if (user !== latest.user) latestOther = latest
      latest = { user, at: Date.now() }
    },
    hasOthers(user: Sharer): boolean {
      const { at } = user === latest.user ? latestOther : latest
      return Date.now() - at < presentForMs
    },
  }
}
