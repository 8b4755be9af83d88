import { parentPort, workerData } from 'node:worker_threads'

import { hasPaths, importForm, matches, type Resource, type User } from '#schema'

import type { Business } from '../../kernel/backend.ts'
import { fingerprintsBy } from '../../kernel/secrets/secrets.ts'
import type { Row as Values } from '../../records/read/select.ts'
import { createConverter } from './convert.ts'
import { namesIn } from './cells.ts'
import { refusal, unreadable } from '../write/refusal.ts'
import { type Conversion, columnsOf } from './conversion.ts'
import { createNames } from './names/names.ts'
import { rowsOf, type Row } from '../../../csv/csvRows.ts'
import type { Answer, Converting, Request, Setup, ThreadOptions } from './rowsMessages.ts'
import { msg } from '../../../texts/serverMsg.ts'

// The thread that reads the rows of files: what a cell can make slow is slow here, and no request waits for it.

const { module, progress } = workerData as ThreadOptions
const { business } = (await import(module)) as {
  business: Pick<Business, 'resources' | 'behaviors' | 'forbiddenText'>
}
const at = new Int32Array(progress)

/** Pieces whose rows were cut and wait for what their names mean. */
const pieces = new Map<number, { rows: Row[]; conversion: Conversion }>()

parentPort?.on('message', (request: Request) => parentPort?.postMessage(answerTo(request), []))
parentPort?.postMessage({ kind: 'ready' } satisfies Answer, [])

function answerTo(request: Request): Answer {
  try {
    at[0] = -1
    if (request.kind === 'drop') {
      pieces.delete(request.piece)
      return { kind: 'done' }
    }
    return request.kind === 'read' ? read(request) : convert(request)
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { kind: 'failed', message, stack }
  }
}

function read({ piece, setup, bytes, place }: Extract<Request, { kind: 'read' }>): Answer {
  const conversion = conversionOf(setup)
  const rows = rowsOf(Buffer.from(bytes).toString(), setup.options.reading, place)
  pieces.set(piece, { rows, conversion })
  const names = [...namesIn(rows, conversion)].map(([target, texts]) => {
    return [target, [...texts]] as const
  })
  return { kind: 'read', names }
}

function convert({ piece, named, codes, skip }: Converting): Answer {
  const found = pieces.get(piece)
  if (!found) return { kind: 'unknown' }
  pieces.delete(piece)
  const { rows, conversion } = found
  const skipped = new Set(skip === 'all' ? rows.keys() : skip)
  const toRecord = createConverter(conversion, createNames(named, codes, resourceNamed))
  const candidates = []
  const refusals = []
  for (const [index, row] of rows.entries()) {
    at[0] = index
    const result = skipped.has(index) ? refusal(row, [tooSlow]) : toRecord(row)
    if ('values' in result) candidates.push(result)
    else refusals.push(result)
  }
  return { kind: 'batch', batch: { candidates, refusals } }
}

const tooSlow = unreadable(msg('this_row_could_not_be_read_it'))

function conversionOf(setup: Setup): Conversion {
  const { resource: name, user, options, base, country, regions } = setup
  const fingerprint = fingerprintsBy(setup.fingerprintKey)
  const resource = importForm(resourceNamed(name), options.mode)
  // Outcomes are no records that a rule could be asked about.
  const rule = options.mode === 'outcomes' || resource.access.import(user as User)
  const prepare = business.behaviors[resource.name]?.prepare
  return {
    resource,
    options,
    columns: columnsOf(resource, options),
    base,
    country,
    regions,
    rules: business,
    prepare: prepare && ((values: Values) => prepare(values, undefined, undefined, fingerprint)),
    // What a rule asks beyond the row is asked where the database is.
    allows: (values) =>
      typeof rule === 'boolean' ? rule : hasPaths(rule) || matches(rule, values),
  }
}

function resourceNamed(name: string): Resource {
  const resource = business.resources.find((one) => one.name === name)
  if (!resource) throw new Error(`no resource "${name}" is declared`)
  return resource
}
