import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import type { HistoryEntry } from '#contract'
import type { Problem } from '../../client/http/problem.ts'
import type { ConsoleProvider } from '../../client/records/provider.ts'
import { isSame } from '../../ui/fields/typed.ts'
import type { Typed } from './values/formValues.ts'
import type { FormField } from './values/formSections.ts'

/** What the server says of a record that somebody else has changed meanwhile. */
export interface Conflict {
  /** The record as it is now. */
  readonly record: Row
  /** Who has changed what since, the newest first. */
  readonly changes: readonly HistoryEntry[]
}

/** A record and what the inputs of its form hold at first. */
export interface Base {
  readonly record: Row
  readonly before: Typed
}

/** A field that somebody else has changed, with the last write that did. */
export interface Theirs {
  readonly one: FormField
  readonly entry: HistoryEntry | undefined
}

export interface Weighed {
  /** Changed by both, to different values. */
  readonly both: readonly Theirs[]
  /** Changed by somebody else alone. */
  readonly theirs: readonly Theirs[]
  /** Changed here alone. */
  readonly mine: readonly FormField[]
}

/** Which value is to be kept of a field that both have changed. */
export type Choice = Readonly<Record<string, 'mine' | 'theirs'>>

/** Parts the fields of a form by who has changed them since `base`. */
export function weigh(
  fields: readonly FormField[],
  typed: Typed,
  { base, now, changes }: { base: Base; now: Base; changes: readonly HistoryEntry[] },
): Weighed {
  const isMine = ({ name }: FormField) => !isSame(typed[name], base.before[name])
  const entryOf = ({ name }: FormField) =>
    changes.find((entry) => entry.changes.some(({ field }) => field === name))
  // What is masked or never shown may look the same and be another value: the history knows.
  const isTheirs = (one: FormField) =>
    !isSame(now.record[one.name], base.record[one.name]) ||
    ((one.isBlind || !(one.name in now.record)) && entryOf(one) !== undefined)
  const isSettled = ({ name, isBlind }: FormField) =>
    !isBlind && isSame(typed[name], now.before[name])
  const theirs = (one: FormField): Theirs => ({ one, entry: entryOf(one) })
  const changed = fields.filter(isTheirs)
  return {
    both: changed.filter((one) => isMine(one) && !isSettled(one)).map(theirs),
    theirs: changed.filter((one) => !isMine(one)).map(theirs),
    mine: fields.filter((one) => isMine(one) && !isTheirs(one)),
  }
}

/** What the inputs hold when both are brought together: what was typed over the record as it is now. */
export function mergedTyped(typed: Typed, base: Base, now: Base, choice: Choice): Typed {
  const names = Object.keys(now.before)
  return Object.fromEntries(
    names.map((name) => {
      const isMine = !isSame(typed[name], base.before[name]) && choice[name] !== 'theirs'
      return [name, isMine ? typed[name] : now.before[name]]
    }),
  )
}

interface Written {
  readonly provider: ConsoleProvider
  readonly resource: Resource
  /** What was written over. */
  readonly record: Row
}

/** Who was quicker, when that is why a write was refused. */
export async function conflictIn(
  { status, data }: Problem,
  written: Written,
): Promise<Conflict | undefined> {
  if (status !== 409) return undefined
  const conflict = isConflict(data) ? data : await readAnew(written)
  return conflict?.record.version === written.record.version ? undefined : conflict
}

const isConflict = (data: unknown): data is Conflict =>
  typeof data === 'object' && data !== null && 'record' in data && 'changes' in data

/** From a server that only says 409, the record as it is now. */
async function readAnew({ provider, resource, record }: Written): Promise<Conflict | undefined> {
  try {
    const { data } = await provider.getOne<Row>(resource.name, { id: record.id })
    return { record: data, changes: [] }
  } catch {
    // Who may list a record but not read it alone is told the refusal as it is.
    return undefined
  }
}
