import { quantile, timesOf, type Request, type Target } from '../load.ts'

/** One row of the growth table. */
export interface Line {
  readonly work: string
  readonly connections?: number
  /** The request number `n` to the console. */
  readonly ours: (n: number) => Request
  /** Sent fifty times before each round, untimed: what the requests come right after. */
  readonly before?: Line['ours']
  /** Sent before each request, untimed. */
  readonly beforeEach?: Line['ours']
  /** The same by bare statements; the request number `n` runs the one of its turn. */
  readonly bare?: readonly { text: string; values: readonly unknown[] }[]
  /** What stands in the place of the list: the first page in the same order. */
  readonly beside?: Line['ours']
  /** Bare statements of one transaction with the values of the request number `n`. */
  readonly bareWrite?: (n: number) => readonly { text: string; values: readonly unknown[] }[]
  /** The longest it may take, as a multiple of the list or of the bare statement. */
  readonly reach?: { readonly times: number; readonly of: 'list' | 'bare' }
  /** The longest it may take on the embedded database, as a multiple of the same on PostgreSQL. */
  readonly embeddedReach?: number
}

export interface Result {
  /** The very first request of the line, before anything is warm for it. */
  readonly first: number
  readonly p50: number
  readonly p95: number
  readonly perSecond: number
  /** The bare statement, and the list, or what stands in its place, in the same seconds. */
  readonly bare: number | undefined
  readonly list: number
  readonly reach: Line['reach']
  readonly embeddedReach?: Line['embeddedReach']
  /** Why there are no times. */
  readonly refused?: string
}

export interface Sides {
  /** Undefined beside the embedded database, which serves one process. */
  readonly floor: string | undefined
  readonly ours: string
  readonly token: string
}

const longMs = 1_000

/** Interleaved rounds of a bounded number of requests: what is asked for each time anew is asked anew. */
export async function measure(line: Line, list: Line, sides: Sides): Promise<Result> {
  const { connections = 1, reach, embeddedReach, before, beside = list.ours } = line
  const target = (request: Target['request']): Target => ({
    address: sides.ours,
    headers: { authorization: `Bearer ${sides.token}` },
    request,
  })
  const bare = await bareOf(line, sides)
  const [times, bareTimes, listTimes]: [number[], number[], number[]] = [[], [], []]
  let coldest = NaN
  try {
    for (const first of [1, 41, 241, 441]) {
      const loop = { connections, seconds: first === 1 ? 0.2 : 0.7, most: 200, first }
      // The first round only warms up; a bare statement of seconds is asked once.
      const keep = (into: number[], more: number[]) => first > 1 && into.push(...more)
      if (bare && !(bareTimes[0] && bareTimes[0] > longMs)) {
        const round = await timesOf(bare, loop)
        if (first > 1 || quantile(round, 0.5) > longMs) bareTimes.push(...round)
      }
      keep(listTimes, await timesOf(target(beside), { ...loop, seconds: 0.3, connections: 1 }))
      if (before) await timesOf(target(before), { connections: 1, seconds: 5, most: 50, first })
      const round = await timesOf({ ...target(line.ours), before: line.beforeEach }, loop)
      if (first === 1) coldest = round[0] ?? NaN
      keep(times, round)
    }
  } catch (error) {
    const none = { first: NaN, p50: NaN, p95: NaN, perSecond: NaN, bare: undefined, list: NaN }
    return { ...none, reach, refused: String(error).slice(0, 160) }
  }
  const mean = times.reduce((sum, one) => sum + one, 0) / times.length
  const result = {
    first: coldest,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    perSecond: (1000 * connections) / mean,
    bare: bare && quantile(bareTimes, 0.5),
    list: quantile(listTimes, 0.5),
    reach,
    embeddedReach,
  }
  process.stderr.write(`${line.work}: ${result.p50.toFixed(1)} (${result.bare?.toFixed(1)})\n`)
  return result
}

async function bareOf({ bare, bareWrite }: Line, { floor }: Sides): Promise<Target | undefined> {
  if (!floor) return undefined
  const target = (request: Target['request']): Target => ({ address: floor, headers: {}, request })
  if (bareWrite)
    return target((n) => ({ method: 'POST', path: '/transaction', body: bareWrite(n) }))
  if (!bare) return undefined
  for (const [index, statement] of bare.entries()) {
    await fetch(`${floor}/statement/line${index}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(statement),
    })
  }
  return target((n) => ({ method: 'GET', path: `/run/line${n % bare.length}` }))
}
