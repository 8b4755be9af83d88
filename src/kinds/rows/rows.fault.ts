import type { Field } from '../field.ts'
import { kindOf } from '../kind.ts'
import { maxRowsOf, minRowsOf, type RowsField } from './rows.ts'

export function rowsFault({ cells, distinct, options }: RowsField): string | undefined {
  const entries = Object.entries<Field>(cells)
  const ofChildren = 'derived' in options && options.derived !== undefined
  if (entries.length === 0 && !ofChildren) return 'no cells'
  const [name, wrong] = entries.find(([, cell]) => !isCell(cell, ofChildren)) ?? []
  if (wrong) return `a row holds no ${wrong.kind}: "${name}"`
  const [bound] =
    entries.find(([, { options: own }]) =>
      (ofChildren ? ofChildrenToo : ofRecords).some((one) => one in own),
    ) ?? []
  if (bound) return `"${bound}" has an option that only fields of records have`
  const [preset] = entries.find(([, cell]) => typeof cell.options.default === 'function') ?? []
  // A line is a record of its own, which is made with all its defaults.
  if (preset && !ofChildren) return `the default of "${preset}" depends on more than the row`
  const missing = distinct.find((one) => !Object.hasOwn(cells, one))
  if (missing !== undefined) return `no cell "${missing}"`
  return minRowsOf(options) > maxRowsOf(options) ? '`min` is greater than `max`' : undefined
}

/** One value that is shown, stands in a column and, but in lines, points at nothing. */
function isCell(cell: Field, ofChildren: boolean): boolean {
  const { operators, target, isList, column } = kindOf(cell)
  const isPlain = !target || (ofChildren && column(cell) !== null)
  return operators.includes('equals') && isPlain && !isList
}

const ofRecords = [
  ...'unique index covers search computed readBy writeBy unmaskBy exportBy renamedFrom'.split(' '),
  ...'requiredWhen visibleWhen reauthenticate outOfForm outOfFiles inSession textKey'.split(' '),
  'hides',
]

/** What the permission of one field of a line would say of a part of this one. */
const ofChildrenToo = ['computed', 'derived', 'readBy', 'writeBy', 'unmaskBy', 'exportBy']
