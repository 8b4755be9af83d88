import type { RawBuilder } from 'kysely'

import { targetOf, type ChildRows, type Resource, type User } from '#schema'

import { joinTable, quoted } from '../../database/names.ts'
import type { Backend } from '../../kernel/backend.ts'
import { linesSql } from './source.ts'
import { labelOf } from './titles.ts'

type Row = Record<string, unknown>

export type Present = (row: Row, record: Row, labels: Row) => void

/** How a field is read. */
export interface Part {
  columns: string[]
  join?: RawBuilder<unknown>
  present: Present
}

/** What is read of lines: themselves, and beside them for each the labels of what it points at. */
export function linesPart(backend: Backend, user: User, name: string, lines: ChildRows) {
  const target = backend.resource(lines.rows)
  const pairs = lines.fields.flatMap((one) => {
    const pointed = targetOf(target.fields[one])
    const label = pointed && labelOf(backend.resource(pointed), user)
    if (!label) return []
    const parts = Object.entries(label).map(([part, column]) => `'${part}', ${column('o')}`)
    return [
      `'${one}', (select json_build_object('id', o.id, ${parts.join(', ')})
      from ${quoted(pointed)} o where o.id = c.${quoted(one)})`,
    ]
  })
  const labelled = quoted(`${name}~labels`)
  const each = `json_build_object(${pairs.join(', ')})`
  return {
    columns: [`t.${quoted(name)}`, `(${linesSql(each, lines, target, 't')}) as ${labelled}`],
    present(row: Row, record: Row, labels: Row) {
      record[name] = row[name] ?? null
      if (pairs.length > 0) labels[name] = row[`${name}~labels`] ?? []
    },
  }
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
