import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

import type { Backend } from '#server'

import { call } from '../fixtures/process.ts'

export interface BenchContext {
  backend: Backend
  console: { address: string; process: { pid?: number | undefined } }
  token: string
  url: string
  importId?: number
}

export interface Row {
  work: string
  floor: number
  ours: number
  reach: number
}

const count = 200_000
const header = 'first_name,last_name,email,phone,country,city,zip,address,funnel,comment'

/** Row `n` of the file: every e-mail and phone number once. */
function person(n: number, mark: string): string[] {
  const phone = `+447${String(400_000_000 + n).padStart(9, '0')}`
  return [
    `Ada${n % 997}`,
    `Byron${n % 1009}`,
    `ada.${mark}${n}@example.org`,
    phone,
    'GB',
    'London',
    'EC1A 1BB',
    `${n % 300} Long Lane`,
    'spring',
    'asked for a call',
  ]
}

/** An import through the whole intake, then COPY of the same rows, for other people, into the same indexed table. */
export async function importRatio(context: BenchContext): Promise<Row[]> {
  const begun = performance.now()
  const job = await importFile(context)
  const ours = performance.now() - begun
  if (job.failed !== 0 || job.processed !== count)
    throw new Error(`the import ended with ${JSON.stringify(job)}`)
  tellMemory('import', context.console.process.pid)
  context.importId = job.import_id
  const row = { ours, reach: 2 }
  const whole = await copyAgain(context.url, job.import_id)
  const given = await copyAgain(context.url, job.import_id, [...header.split(','), ...needed])
  return [
    { ...row, work: 'import of 200,000 rows', floor: whole },
    { ...row, work: 'beside COPY of the file alone', floor: given },
  ]
}

/** Columns that a lead has whatever the file says. */
const needed = ['email_key', 'phone_key', 'source', 'status']

/** What an imported row has of its own: another one's that nobody has yet. */
const renamed: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()::text',
  email: `'again.' || email`,
  email_key: `'again.' || email_key`,
  email_hmac: 'md5(email_hmac) || md5(email)',
  phone: `replace(phone, '+447', '+4473')`,
  phone_key: `replace(phone_key, '+447', '+4473')`,
  phone_hmac: 'md5(phone_hmac) || md5(phone)',
}

/** Milliseconds of a COPY of the rows that an import has brought: the named columns, or every one but the id. */
async function copyAgain(
  url: string,
  importId: unknown,
  named?: readonly string[],
): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
      where table_name = 'leads' and column_name <> 'id' order by ordinal_position`,
  )
  const columns = rows.map(({ name }) => name).filter((name) => named?.includes(name) ?? true)
  const values = columns.map((name) => renamed[name] ?? name).join(', ')
  const text: Buffer[] = []
  const out = copyTo(
    `copy (select ${values} from leads where import = ${Number(importId)}) to stdout`,
  )
  for await (const chunk of client.query(out)) text.push(chunk)
  const begun = performance.now()
  await pipeline(
    Readable.from(text),
    client.query(copyFrom(`copy leads (${columns.join(', ')}) from stdin`)),
  )
  const time = performance.now() - begun
  await client.end()
  return time
}

async function importFile({ console: { address }, token }: BenchContext) {
  const { id, job_id } = await orderImport(address, token)
  return { ...(await finished(address, token, job_id)), import_id: id }
}

/** Uploads a file of 200,000 rows and orders its import, or only its check. */
export async function orderImport(
  address: string,
  token: string,
  { source = 1, check = false } = {},
): Promise<{ id: number; job_id: number }> {
  const rows = Array.from({ length: count }, (_, n) => person(n, 'ours').join(','))
  const upload_id = await upload(address, token, Buffer.from(`${header}\n${rows.join('\n')}\n`))
  const { status, body } = await call(address, 'POST', '/lead/import', {
    token,
    body: {
      upload_id,
      delimiter: ',',
      escape: '"',
      ignore_first_line: true,
      mapping: header.split(','),
      settings: { source },
      date_order: 'ymd',
      decimal_sign: '.',
      check,
    },
  })
  if (status !== 202) throw new Error(`the import answered ${status}: ${JSON.stringify(body)}`)
  return body.data
}

async function upload(address: string, token: string, file: Buffer): Promise<string> {
  const authorization = `Bearer ${token}`
  const metadata = `filename ${btoa('bench.csv')},purpose ${btoa('import:leads')}`
  const created = await fetch(`${address}/api/files`, {
    method: 'POST',
    headers: {
      authorization,
      'tus-resumable': '1.0.0',
      'upload-length': String(file.length),
      'upload-metadata': metadata,
    },
  })
  const place = created.headers.get('location')
  if (!place) throw new Error(`the upload answered ${created.status}: ${await created.text()}`)
  const url = new URL(place, address)
  for (let offset = 0; offset < file.length; offset += 2_097_152) {
    await fetch(url, {
      method: 'PATCH',
      headers: {
        authorization,
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: new Uint8Array(file.subarray(offset, offset + 2_097_152)),
    })
  }
  return url.pathname.split('/').at(-1) ?? ''
}

/** Waits until a job has ended. */
export async function finished(address: string, token: string, id: number) {
  for (;;) {
    const { body } = await call(address, 'GET', `/profile/job/${id}`, { token })
    if (body.data.finished_at) return body.data
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** COPY TO of the columns, then the same columns and rows as an export. */
export async function exportRatio({ console, token, url, importId }: BenchContext): Promise<Row[]> {
  const columns = [
    'id',
    'first_name',
    'last_name',
    'email',
    'phone',
    'city',
    'zip',
    'funnel',
    'comment',
    'created_at',
  ]
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const text = `copy (select ${columns.join(', ')} from leads where import = ${importId} order by id) to stdout csv`
  let begun = performance.now()
  for await (const chunk of client.query(copyTo(text))) void chunk
  const floor = performance.now() - begun
  await client.end()
  begun = performance.now()
  const { body } = await call(console.address, 'POST', '/lead/export', {
    token,
    body: { filter: { import: importId }, columns },
  })
  if (!body.data) throw new Error(JSON.stringify(body))
  await finished(console.address, token, body.data.job_id)
  const ours = performance.now() - begun
  tellMemory('export', console.process.pid)
  return [{ work: 'export of 200,000 rows', floor, ours, reach: 2.5 }]
}

function tellMemory(work: string, pid: number | undefined): void {
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  process.stdout.write(
    `     peak memory of the process after the ${work}: ${Math.round(Number(peak) / 1024)} MB\n`,
  )
}
