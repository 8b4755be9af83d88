import { sql, type RawBuilder } from 'kysely'

import type { Resource, User } from '#schema'

import { joinTable, quoted } from '../../../database/names.ts'
import type { Backend } from '../../../kernel/backend.ts'
import { labelOf } from '../titles.ts'

type Row = Record<string, unknown>

export type Present = (row: Row, record: Row, labels: Row) => void

export interface Part {
  columns: string[]
  join?: RawBuilder<unknown>
  present: Present
}

/** Brings columns as they are. */
export function copies(names: readonly string[]): Present {
  return (row, record) => {
    for (const name of names) record[name] = row[name] ?? null
  }
}

/** The label and embedded fields of one reference, from a join. */
export function oneLabel(
  backend: Backend,
  user: User,
  name: string,
  target: string,
  number: number,
): Part {
  const label = labelOf(backend.resource(target), user)
  const value = `t.${quoted(name)}`
  if (!label) return { columns: [value], present: copies([name]) }
  const alias = `r${number}`
  const aliases = Object.keys(label).map((part) => `${alias}_${part}`)
  const columns = Object.values(label).map(
    (part, index) => `${part(alias)} as ${quoted(aliases[index] ?? '')}`,
  )
  return {
    columns: [value, ...columns],
    join: sql.raw(`left join ${quoted(target)} ${alias} on ${alias}.id = ${value}`),
    present(row, record, labels) {
      const id = row[name] ?? null
      record[name] = id
      const entry: Row = { id }
      Object.keys(label).forEach((part, index) => {
        const value = row[aliases[index] ?? ''] ?? null
        if (part !== 'inactive' || value === true) entry[part] = value
      })
      labels[name] = id === null || entry['label'] === null ? null : entry
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
