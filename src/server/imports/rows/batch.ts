import { makesRecords } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import type { Batch } from './convert.ts'
import { refusal, unreadable } from '../write/refusal.ts'
import type { Lookups } from './names/lookups.ts'
import type { Codes, Named } from './names/names.ts'
import { createRowsThread, ThreadLost } from './rowsThread.ts'
import type { Setup } from './rowsMessages.ts'
import type { Task } from './task.ts'
import { conflict } from '../../kernel/errors.ts'
import { phonePlaceOf } from '../../records/write/validation/countryCode.ts'
import { readBytes } from '../../files/store.ts'
import { badFile } from '../../../csv/fileError.ts'
import { msg } from '../../../texts/serverMsg.ts'
import type { Range } from '../../../csv/scan.ts'

/** A part of the text of a file: `text` is the stored file, in UTF-8. */
export interface RowsStep extends Range {
  readonly step: 'rows'
  readonly text: string
}

export type RowsThread = ReturnType<typeof createRowsThread>

/** The rows of one range on their way through the thread. */
export interface Piece {
  /** Finds out what the names in it mean. */
  load(database: Sql): Promise<void>
  /** Makes records of its rows; needs no database. Throws when they are not as many as were counted in the file. */
  convert(): Promise<Batch>
  /** Names all its rows as refused without reading what is in them. */
  abandon(): Promise<Batch>
  /** Forgets it, when its rows will not be asked for. */
  drop(): void
}

/** Threads that one piece may end before all its rows are refused. */
const lossLimit = 3

let pieces = 0

/** Reads the bytes of a range and gives them to the thread, which begins at once to cut them into rows. */
export async function openPiece(
  step: RowsStep,
  task: Task,
  { thread, lookups }: { thread: RowsThread; lookups: Lookups },
  database: Sql,
): Promise<Piece> {
  const { resource, user, options, base } = task
  const bytes = await readBytes(database, step.text, step)
  if (bytes.length !== step.to - step.from) throw badFile(msg('the_uploaded_file_is_gone'))
  const country = await standardPlace(task, database)
  const regions = makesRecords(options) ? await lookups.regions(database, resource) : undefined
  const { fingerprintKey } = task.backend.secrets
  const contact = { country, regions, fingerprintKey }
  const setup: Setup = { resource: resource.name, user, options, base, ...contact }
  const piece = (pieces += 1)
  const named: Named[] = []
  const codes: Codes[number][] = []
  const skip: number[] = []
  let losses = 0

  const read = () => thread.ask({ kind: 'read', piece, setup, bytes, place: step })
  let reading = read()
  // The code that takes the piece sees the failure; without one, nothing is lost.
  reading.catch(() => undefined)

  /** Asks again what was lost with its thread, without the row that did it. */
  function again(reason: unknown): void {
    if (!(reason instanceof ThreadLost)) throw reason
    losses += 1
    if (reason.row !== undefined) skip.push(reason.row)
    reading = read()
    reading.catch(() => undefined)
  }

  async function load(using: Sql): Promise<void> {
    while (losses < lossLimit) {
      try {
        const answer = await reading
        if (answer.kind !== 'read') throw new Error(`a piece was answered with ${answer.kind}`)
        for (const [target, texts] of answer.names) {
          await lookups.load(using, target, texts)
          const found = lookups.named(target, texts)
          named.push(...found.named)
          codes.push(...found.codes)
        }
        return
      } catch (error) {
        again(error)
      }
    }
  }

  async function convert(rows: readonly number[] | 'all' = skip): Promise<Batch> {
    while (losses < lossLimit) {
      try {
        await reading
        const answer = await thread.ask({ kind: 'convert', piece, named, codes, skip: rows })
        if (answer.kind === 'batch') return counted(step, answer.batch)
        reading = read()
      } catch (error) {
        again(error)
      }
    }
    return unread(step)
  }

  return {
    load,
    convert: () => convert(),
    abandon: () => convert('all'),
    drop: () => void thread.ask({ kind: 'drop', piece }).catch(() => undefined),
  }
}

/** No row disappears: what is read now was counted before, by other means. */
function counted({ row, count }: RowsStep, batch: Batch): Batch {
  const read = batch.candidates.length + batch.refusals.length
  if (read === count) return batch
  throw conflict(msg('the_rows_from_row_on_do_not', { row, count, read }))
}

/** Rows that even the thread cannot cut apart are refused by their numbers. */
function unread({ row, line, count }: RowsStep): Batch {
  const problem = unreadable(msg('this_row_could_not_be_read'))
  const refusals = Array.from({ length: count }, (_, index) =>
    refusal({ number: row + index, line, cells: [] }, [problem]),
  )
  return { candidates: [], refusals }
}

/** Where phone numbers are dialled whose row says nothing: as the settings say, then what else all rows share. */
async function standardPlace(task: Task, database: Sql): Promise<string | undefined> {
  const { backend, user, form, options, base } = task
  const reading = { backend, user, sql: database }
  return (await phonePlaceOf(form, options.settings, reading)) ?? phonePlaceOf(form, base, reading)
}
