import { storable } from '../../records/write/validation/forbiddenText.ts'
import type { Row as Values } from '../../records/read/select.ts'
import { isBlank } from '../../../csv/csvRows.ts'
import type { Conversion } from './conversion.ts'

/** Returns what a row says otherwise than its record keeps it, columns that became no field among it; null for nothing. */
export function rawOf(
  cells: readonly string[],
  values: Values,
  { options: { mapping, headers, reading }, rules }: Pick<Conversion, 'options' | 'rules'>,
): Values | null {
  let raw: Values | null = null
  for (const [index, cell] of cells.entries()) {
    const name = mapping[index]
    if (isBlank(cell, reading) || (name && cell === values[name])) continue
    raw ??= {}
    const isPart = name !== undefined && mapping.indexOf(name) !== mapping.lastIndexOf(name)
    const key = isPart || !name ? headers[index] || String(index + 1) : name
    raw[key] = storable(rules, cell)
  }
  return raw
}
