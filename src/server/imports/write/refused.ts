import { makesRecords } from '#schema'

import type { Refused } from '../../kernel/behavior/importHooks.ts'
import type { Refusing } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { storable } from '../../records/write/validation/forbiddenText.ts'
import type { Created } from '../../statistics/recount.ts'
import { insertAll } from './insert.ts'
import { mapInTurns } from '../../kernel/turns/inTurns.ts'
import { isBlank } from '../../../csv/csvRows.ts'
import { calling } from './guarded.ts'
import type { Refusal } from './refusal.ts'
import type { Task } from '../rows/task.ts'

/** Makes records of refused rows where the behavior says so, all in one statement. Returns those. */
export async function refusedRecords(
  task: Task,
  refusals: readonly Refusal[],
  database: Sql,
): Promise<Created[]> {
  const { backend, resource } = task
  const refusing: Refusing | undefined = backend.business.behaviors[resource.name]?.refused
  // A row about a record that is there is no new one that was refused.
  if (!refusing || refusals.length === 0 || !makesRecords(task.options)) return []
  const inOrder = refusals.toSorted((one, other) => one.row.number - other.row.number)
  const rows = await mapInTurns(inOrder, (one) => ({
    row: one.row,
    refused: refusedRow(one, task),
  }))
  const records = rows.map(({ row, refused }) => ({ row, values: refusing.record(refused) }))
  const { ids, refused } = await insertAll(refusing.into, records, database, () => undefined)
  if (refused[0])
    throw new Error(`${refusing.into.name}: no refused row fits: ${refused[0].reason}`)
  const stored = rows.map((one) => one.refused)
  if (refusing.follow)
    await calling(task, database, (context) => refusing.follow?.(stored, context))
  return [{ resource: refusing.into, ids }]
}

/** A refused row as the business gets it: nothing that no text may hold is in it. */
function refusedRow({ row, code, reason, plain = reason, match }: Refusal, task: Task): Refused {
  const { id, user, options, backend } = task
  const storableText = (text: string) => storable(backend.business, text)
  const cells = row.cells.map((cell) => (isBlank(cell, options.reading) ? '' : storableText(cell)))
  const raw: Record<string, string> = {}
  const texts: Record<string, string> = {}
  for (const [index, cell] of cells.entries()) {
    if (cell === '') continue
    const name = options.mapping[index]
    if (name) texts[name] = [texts[name] ?? [], cell].flat().join(' ')
    raw[options.headers[index] || String(index + 1)] = cell
  }
  return {
    origin: 'import',
    user: user.id,
    import: id,
    row: row.number,
    texts,
    values: options.settings,
    writing: { dateOrder: options.date_order, decimalSign: options.decimal_sign },
    raw,
    code,
    reason: storableText(plain),
    ...(match !== undefined && { match }),
  }
}
