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
}

/** Closed loop: each connection sends its next request when the last one is answered. Answers the p50 in milliseconds. */
export async function medianOf(
  target: Target,
  connections: number,
  seconds: number,
): Promise<number> {
  const pool = new Pool(target.address, { connections, pipelining: 1 })
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  let number = 0
  const loop = async () => {
    while (performance.now() < end) {
      const { method, path, body } = target.request((number += 1))
      const begun = performance.now()
      const response = await pool.request({
        method,
        path,
        headers:
          body === undefined
            ? target.headers
            : { ...target.headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.body.text()
      if (response.statusCode >= 300)
        throw new Error(`${method} ${path}: ${response.statusCode} ${text}`)
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  await pool.close()
  return median(times)
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The medians of interleaved rounds, so that a busy moment of the machine meets both. */
export async function compare(
  floor: Target,
  ours: Target,
  connections: number,
): Promise<[number, number]> {
  const rounds: [number, number][] = []
  await medianOf(floor, connections, 0.5)
  await medianOf(ours, connections, 0.5)
  for (let round = 0; round < 3; round += 1) {
    rounds.push([await medianOf(floor, connections, 2), await medianOf(ours, connections, 2)])
  }
  return [median(rounds.map(([one]) => one)), median(rounds.map(([, other]) => other))]
}
