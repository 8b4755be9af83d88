import type { RawBuilder } from 'kysely'

import type { Resource, User } from '#schema'

import { joinTable, quoted } from '../../database/names.ts'
import type { Backend } from '../../kernel/backend.ts'
import { labelOf } from './titles.ts'

export type Row = Record<string, unknown>

export type Present = (row: Row, record: Row, labels: Row) => void

/** How a field is read. */
export interface Part {
  columns: string[]
  join?: RawBuilder<unknown>
  present: Present
}

/** The ids, labels and embedded fields of many references, as one JSON value. */
export function manyLabels(
  backend: Backend,
  resource: Resource,
  user: User,
  name: string,
  target: string,
): Part {
  const label = labelOf(backend.resource(target), user)
  const table = joinTable(resource, name)
  const pairs = label
    ? Object.entries(label).map(([part, column]) => `, '${part}', ${column('r')}`)
    : []
  const from = label ? `${table} j join ${quoted(target)} r on r.id = j.target_id` : `${table} j`
  const list = `(select json_agg(json_build_object('id', j.target_id${pairs.join('')}) order by j.target_id)
    from ${from} where j.record_id = t.id)`
  return {
    columns: [`${list} as ${quoted(name)}`],
    present(row, record, labels) {
      const entries = (row[name] ?? []) as { id: number }[]
      record[name] = entries.map(({ id }) => id)
      if (label) labels[name] = entries
    },
  }
}
