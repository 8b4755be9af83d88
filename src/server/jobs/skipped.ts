import { csvLines } from '../../csv/csvText.ts'
import type { Skipped } from '#contract'
import { renderMessage } from '#schema'

import { withoutFormulas } from '../files/formulas.ts'
import { extendFile } from '../files/resultFile.ts'
import { createFile, readFile } from '../files/store.ts'
import type { Sql } from '../kernel/database.ts'
import type { Job } from '../kernel/jobs.ts'
import type { Language } from '../translations/answers.ts'
import { msg } from '../../texts/serverMsg.ts'
import { skippedColumns, skippedFile } from '../../texts/skippedFile.ts'
import type { JobContext, JobNotes } from './kind.ts'

/** What is kept of them in the job's `result`. */
interface SkippedResult {
  readonly skipped?: Readonly<Partial<Record<Skipped['code'], number>>>
  /** The reasons that are met first, and how many have each. */
  readonly reasons?: readonly Tally[]
  /** The file of those that were skipped. */
  readonly file?: string
}

/** How many have one reason. */
interface Tally {
  readonly reason: string
  readonly count: number
}

/** A file of them is kept as lines of JSON whose reasons have their keys: its reader chooses the language. */
export const skippedType = 'application/x-ndjson'

const daysKept = 7

/** The rest stands in the file alone. */
const maxReasons = 5

/** Adds those that were skipped to the counts of a job and to its file. */
export async function tellSkipped(
  all: readonly Skipped[],
  { job, sql: database }: JobContext,
): Promise<JobNotes> {
  if (all.length === 0) return {}
  const { skipped: before = {}, reasons: earlier = [], file: known } = skippedOf(job)
  const file = known ?? (await newFile(job, database))
  const lines = all.map((skipped) => `${JSON.stringify(skipped)}\n`)
  await extendFile(database, file, one(Buffer.from(lines.join(''))))
  const skipped: Partial<Record<Skipped['code'], number>> = { ...before }
  for (const { code } of all) skipped[code] = (skipped[code] ?? 0) + 1
  const reasons = tallied(
    earlier,
    all.map(({ reason }) => reason),
  )
  return { result: { skipped, reasons, file } satisfies SkippedResult }
}

/** Adds reasons to those that were counted before, as many as are told. */
function tallied(earlier: readonly Tally[], more: readonly string[]): Tally[] {
  const counts = new Map(earlier.map(({ reason, count }) => [reason, count]))
  for (const reason of more) {
    if (counts.has(reason) || counts.size < maxReasons) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
  }
  return [...counts].map(([reason, count]) => ({ reason, count }))
}

export const skippedOf = ({ result }: Job) => (result ?? {}) as SkippedResult

/** Adds to a job what it tells of what it did beside its records, or did in vain, a message for each. */
export function warningsWith(more: readonly string[], { result }: Job): JobNotes {
  if (more.length === 0) return {}
  const { warnings = [] } = (result ?? {}) as { readonly warnings?: readonly Tally[] }
  return { result: { warnings: tallied(warnings, more) } }
}

function newFile(job: Job, database: Sql): Promise<string> {
  return createFile(database, {
    user_id: job.user,
    purpose: 'bulk',
    name: skippedName(job),
    media_type: skippedType,
    keptForMs: daysKept * 86_400_000,
  })
}

async function* one(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/** What the file is called, in a language. */
export const skippedName = ({ name }: Job, language?: Language): string =>
  renderMessage(skippedFile(name), language).replaceAll(':', '')

/** The kept lines of those that were skipped as CSV, in a language. */
export const skippedCsv = (kept: AsyncIterable<Uint8Array>, language: Language) =>
  withoutFormulas(csvOf(kept, language), ',')

async function* csvOf(kept: AsyncIterable<Uint8Array>, language: Language) {
  // Without the mark spreadsheets read other letters than Latin ones wrongly.
  yield Buffer.from(
    `\uFEFF${csvLines([skippedColumns.map((one) => renderMessage(one, language))])}`,
  )
  for await (const rows of skippedIn(kept)) {
    yield Buffer.from(
      csvLines(rows.map(({ id, code, reason }) => [id, code, renderMessage(reason, language)])),
    )
  }
}

async function* skippedIn(kept: AsyncIterable<Uint8Array>): AsyncIterable<Skipped[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of kept) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield lines.map((line): Skipped => JSON.parse(line))
  }
}

/** The ids of those that a job skipped; none once their file is gone. */
export async function skippedIds(job: Job, database: Sql): Promise<number[]> {
  const { file } = skippedOf(job)
  const ids: number[] = []
  if (file === undefined) return ids
  for await (const some of skippedIn(readFile(database, file))) {
    for (const { id } of some) ids.push(id)
  }
  return ids
}

/** How many were skipped; the job's `result` tells of them by code, and its file one by one. */
export function skippedMessage(counts: Partial<Record<Skipped['code'], number>>): string {
  const count = Object.values(counts).reduce((sum, one) => sum + one, 0)
  return msg('skipped_the_file_says_why', { count })
}
