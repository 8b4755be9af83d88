import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { tooMany } from '../kernel/errors.ts'
import { addressBlock } from '../kernel/guard.ts'
import { msg } from '../../texts/serverMsg.ts'

const refusal = (ms: number) =>
  msg('too_many_requests_try_again_in_seconds', { seconds: Math.ceil(ms / 1000) })

/** Milliseconds by which clocks are put right all the time. */
const usualStepMs = 1_000

/**
 * Returns how often the clock was put back, which is part of the name of what is counted: the counts go by that clock, and
 * the minute of one that has begun would last as long as the clock was wrong.
 */
function createClockSteps(): () => number {
  let latest = 0
  let steps = 0
  return () => {
    const now = Date.now()
    if (now < latest - usualStepMs) steps += 1
    latest = now
    return steps
  }
}

export interface Rate {
  /** Most requests in a minute. */
  readonly max: number
  /** Names the session that a request belongs to, as far as it is known without asking; others count by their address. */
  knownToken(request: FastifyRequest): string | undefined
}

/**
 * Before the guard, so that a flood of made-up tokens ends here and not at the database. A session that is known has a
 * count of its own: the people of an office do not use up each other's, or that of who signs in beside them.
 */
export async function limitRate(app: FastifyInstance, { max, knownToken }: Rate): Promise<void> {
  const steps = createClockSteps()
  const limit = {
    max,
    timeWindow: '1 minute',
    keyGenerator: (request: FastifyRequest) =>
      `${knownToken(request) ?? addressBlock(request.ip)} ${steps()}`,
    allowList: ({ routeOptions }: FastifyRequest) => routeOptions.config.rateLimit === false,
    errorResponseBuilder: (_request: unknown, { ttl }: { ttl: number }) => ({
      statusCode: 429,
      message: refusal(ttl),
    }),
  }
  await app.register(rateLimit, { ...limit, global: false })
  app.addHook('onRequest', app.rateLimit(limit))
}

interface CallLimit {
  /** Whose calls are counted together. */
  keyOf(request: FastifyRequest): string
  /** How many calls the sender of a request may make in a minute. */
  perMinute(request: FastifyRequest): number
}

/** Returns what counts a call of somebody who is known by more than an address. It throws 429 above the limit. */
export function createCallLimit(
  app: Pick<FastifyInstance, 'createRateLimit'>,
  { keyOf, perMinute }: CallLimit,
): (request: FastifyRequest) => Promise<void> {
  const steps = createClockSteps()
  const count = app.createRateLimit({
    max: perMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => `${keyOf(request)} ${steps()}`,
  })
  return async (request) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) {
      throw tooMany(refusal(counted.ttl), counted.ttl / 1000)
    }
  }
}

/** Bytes of the largest body that is read beside others of the same caller. */
const smallBytes = 64 * 1024

/** After a large body the next one waits so many times as long as this one kept the thread, and no longer than this. */
const restFactor = 4
const longestRestMs = 10_000

/** Large bodies of one caller that may wait; one more is refused. */
const maxWaiting = 20
/** Seconds. */
const retryAfter = 5

/** What a caller has in line. */
interface Line {
  waiting: number
  /** Ends when the next one may be read. */
  last: Promise<void>
}

/**
 * Reads the large bodies of a caller one after the other, with rests between. They are read and checked by the one thread
 * that serves everybody, before a handler takes its share: of 20 bodies of a megabyte in a second, a colleague's list took 38 s.
 */
export function spaceLargeBodies(app: FastifyInstance): void {
  const lines = new Map<number | string, Line>()
  const ends = new WeakMap<FastifyRequest, () => void>()

  /** Waits until a body may be read. Returns what says how many milliseconds it took. */
  async function enter(caller: number | string): Promise<(tookMs: number) => void> {
    const line = lines.get(caller) ?? { waiting: 0, last: Promise.resolve() }
    if (line.waiting > maxWaiting) {
      throw tooMany(msg('too_many_of_your_requests_are_waiting'), retryAfter)
    }
    lines.set(caller, line)
    line.waiting += 1
    const before = line.last
    let leave: () => void = () => undefined
    line.last = new Promise((resolve) => (leave = resolve))
    await before
    return (tookMs) => {
      const goOn = () => {
        line.waiting -= 1
        if (line.waiting === 0) lines.delete(caller)
        leave()
      }
      setTimeout(goOn, Math.min(tookMs * restFactor, longestRestMs)).unref()
    }
  }

  app.addHook('preParsing', async (request, reply, payload) => {
    const caller = isLarge(request) ? callerOf(request) : undefined
    if (caller === undefined) return payload
    const leave = await enter(caller)
    // A slow connection keeps no other caller waiting.
    let arrivedAt = Number.POSITIVE_INFINITY
    payload.once('end', () => (arrivedAt = performance.now()))
    let hasEnded = false
    const end = () => {
      if (!hasEnded) leave(Math.max(0, performance.now() - arrivedAt))
      hasEnded = true
    }
    ends.set(request, end)
    reply.raw.once('close', end)
    if (reply.raw.destroyed) end()
    return payload
  })
  app.addHook('preHandler', async (request) => ends.get(request)?.())
  app.addHook('onSend', async (request) => ends.get(request)?.())
}

/** The parts of an upload are not read as one text. */
const isUpload = (type: string | undefined) => type?.startsWith('application/offset+octet-stream')

function isLarge({ headers, routeOptions, is404 }: FastifyRequest): boolean {
  if (is404 || isUpload(headers['content-type'])) return false
  const length = headers['content-length']
  const bytes = length === undefined && headers['transfer-encoding'] ? Infinity : Number(length)
  return bytes > smallBytes && (routeOptions.bodyLimit ?? Infinity) > smallBytes
}

/**
 * Public routes take small bodies alone, unless they know who calls. Some know by a signature, which is over the body: until
 * it is read the caller is who says so at an address, and holds up nobody of that name at another.
 */
function callerOf(request: FastifyRequest): number | string | undefined {
  const { access, sharer } = request.routeOptions.config
  if (sharer) return `${sharer(request)} at ${addressBlock(request.ip)}`
  return access === 'public' ? undefined : request.user.id
}
