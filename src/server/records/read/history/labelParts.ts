import { sql, type RawBuilder } from 'kysely'

import type { Resource, User } from '#schema'

import { joinTable, quoted } from '../../../database/names.ts'
import type { Backend } from '../../../kernel/backend.ts'
import { labelAmong, labelOf } from '../titles.ts'

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
  const found = labelAmong(backend.resource(target), user)
  const value = `t.${quoted(name)}`
  if (!found) {
    return { columns: [value], present: target === users ? ownName(name, user) : copies([name]) }
  }
  const { label, among } = found
  const table = sql.raw(quoted(target))
  const named = among ? sql`(select t.* from ${table} t where ${among})` : table
  const alias = `r${number}`
  const aliases = Object.keys(label).map((part) => `${alias}_${part}`)
  const columns = Object.values(label).map(
    (part, index) => `${part(alias)} as ${quoted(aliases[index] ?? '')}`,
  )
  return {
    columns: [value, ...columns],
    join: sql`left join ${named} ${sql.raw(`${alias} on ${alias}.id = ${value}`)}`,
    present(row, record, labels) {
      const id = row[name] ?? null
      record[name] = id
      const entry: Row = { id }
      Object.keys(label).forEach((part, index) => {
        const value = row[aliases[index] ?? ''] ?? null
        if (part !== 'inactive' || value === true) entry[part] = value
      })
      const isNamed = id !== null && entry['label'] !== null
      if (isNamed || !among) labels[name] = isNamed ? entry : null
    },
  }
}

const users = 'users'

/** Those who may not look at users know at least themselves. */
function ownName(name: string, user: User): Present {
  return (row, record, labels) => {
    const id = row[name] ?? null
    record[name] = id
    if (id === user.id) labels[name] = { id, label: user.name }
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
