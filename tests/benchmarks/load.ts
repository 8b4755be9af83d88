import { performance } from 'node:perf_hooks'

import { Pool } from 'undici'

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: unknown
}

export interface Target {
  readonly address: string
  readonly headers: Record<string, string>
  /** The request number `n`. */
  readonly request: (n: number) => Request
  /** Sent before each of them, untimed. */
  readonly before?: ((n: number) => Request) | undefined
}

interface Loop {
  readonly connections: number
  readonly seconds: number
  /** Ends earlier after so many requests, but not before the first three. */
  readonly most?: number
  /** Number of the first request. */
  readonly first?: number
}

/**
 * The milliseconds of each request of a closed loop: each connection sends its next request when the last one is answered.
 * Throws what the server refuses.
 */
export async function timesOf(target: Target, loop: Loop): Promise<number[]> {
  const { connections, seconds, most = Infinity, first = 1 } = loop
  const pool = new Pool(target.address, { connections, pipelining: 1 })
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  let number = first - 1
  const run = async () => {
    while (times.length < 3 || (performance.now() < end && times.length < most)) {
      number += 1
      if (target.before) await timeOf(pool, { ...target, request: target.before }, number)
      times.push(await timeOf(pool, target, number))
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, run))
  } finally {
    await pool.close()
  }
  return times
}

async function timeOf(pool: Pool, { headers, request }: Target, number: number): Promise<number> {
  const { method, path, body } = request(number)
  const begun = performance.now()
  const response = await pool.request({
    method,
    path,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.body.text()
  if (response.statusCode >= 300)
    throw new Error(`${method} ${path}: ${response.statusCode} ${text}`)
  return performance.now() - begun
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}
