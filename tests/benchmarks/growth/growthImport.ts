import { call } from '../../fixtures/process.ts'
import type { Line, Result, Sides } from './growthMeasure.ts'
import { quantile, timesOf, type Target } from '../load.ts'

export const besideImport = 'create beside an import (bare: idle)'
export const afterImport = 'search right after an import'

const rows = 20_000

/**
 * Creates records one after another while a file comes in. In the place of the bare statement stands the same idle,
 * which it may take at most three times. Throws when the import fails.
 */
export async function measureBesideImport(line: Line, list: Line, sides: Sides): Promise<Result> {
  const target = (request: Target['request']): Target => ({
    address: sides.ours,
    headers: { authorization: `Bearer ${sides.token}` },
    request,
  })
  const one = { connections: 1, seconds: 5, most: 100 }
  await timesOf(target(line.ours), one)
  const idle = await timesOf(target(line.ours), { ...one, first: 1_001 })
  const job = await startImport(sides)
  const times: number[] = []
  const listTimes: number[] = []
  for (let first = 2_001; ; first += 10) {
    const more = await timesOf(target(line.ours), { ...one, most: 5, first })
    const listed = await timesOf(target(list.ours), { ...one, most: 5, first })
    const { state, processed } = await job()
    if (state.startsWith('finished')) break
    if (state === 'failed') throw new Error('the import of the benchmark failed')
    // Rows are counted and looked through before the first comes in.
    if (processed === 0) continue
    times.push(...more)
    listTimes.push(...listed)
  }
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  return {
    first: NaN,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    perSecond: 1000 / mean,
    bare: quantile(idle, 0.5),
    list: quantile(listTimes, 0.5),
    reach: { times: 3, of: 'bare' },
  }
}

/** Uploads and orders an import of leads. Returns what asks for its job. */
async function startImport({ ours, token }: Sides) {
  const stamp = Date.now()
  const lines = Array.from(
    { length: rows },
    (_, n) => `i${stamp}.${n}@example.com,First${n % 700},Last${n % 900}`,
  )
  const upload_id = await upload(ours, token, `email,first_name,last_name\n${lines.join('\n')}\n`)
  const mapping = ['email', 'first_name', 'last_name']
  const body = { upload_id, mapping, settings: { source: 1 } }
  const order = await call(ours, 'POST', '/lead/import', { token, body })
  if (order.status !== 202) throw new Error(`import: ${JSON.stringify(order.body)}`)
  return async (): Promise<{ state: string; processed: number }> =>
    (await call(ours, 'GET', `/profile/job/${order.body.data.job_id}`, { token })).body.data
}

/** Uploads a small file in one part by the tus protocol. Returns its id. */
async function upload(ours: string, token: string, text: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const encoded = (value: string) => Buffer.from(value).toString('base64')
  const created = await fetch(`${ours}/api/files`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(Buffer.byteLength(text)),
      'upload-metadata': `filename ${encoded('bench.csv')},purpose ${encoded('import:leads')}`,
    },
  })
  const path = new URL(created.headers.get('location') ?? '', ours).pathname
  const part = await fetch(new URL(path, ours), {
    method: 'PATCH',
    headers: {
      ...headers,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: text,
  })
  if (part.status !== 204) throw new Error(`upload: ${part.status} ${await part.text()}`)
  return path.split('/').pop() ?? ''
}
