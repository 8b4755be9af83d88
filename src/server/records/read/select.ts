import { sql, type RawBuilder, type SqlBool } from 'kysely'

import {
  childRows,
  createUserCache,
  isFromFunction,
  isMasked,
  shown,
  isObject,
  kindOf,
  readRule,
  type Field,
  type Filter,
  type Resource,
  type User,
  targetOf,
} from '#schema'

import { prepared } from '../../database/connection.ts'
import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { placesOf } from '../../kernel/secrets/secrets.ts'
import type { ServerKind } from '../../../kinds/kind.server.ts'
import { serverKindOf } from '../../../kinds/kinds.server.ts'
import { quoted } from '../../database/names.ts'
import { manyLabels, type Part, type Present } from './manyParts.ts'
import { linesPart } from './linesPart.ts'
import { sourceOf } from './source.ts'
import { labelAmong } from './titles.ts'
import { judgedActions, ofSome, verdictName, verdictsOf } from './verdicts.ts'
import { ruleCondition } from './where.ts'

export type Row = Record<string, unknown>

/** How one resource's records are read for one set of permissions: made once, used for every request. */
export interface Selection {
  /** `select` list over the table `t` and the joins. */
  readonly columns: RawBuilder<unknown>
  /** Left joins that bring the labels of references. */
  readonly joins: RawBuilder<unknown>
  /** The records as `t` with the joins. */
  readonly from: RawBuilder<unknown>
  /** What lets the user see records, one by one and in lists. */
  readonly shown: RawBuilder<SqlBool>
  readonly listed: RawBuilder<SqlBool>
  /** From a row of the statement to the record that leaves the server. */
  present(row: Row): Row
}

/** Columns that every record carries. */
const system = ['id', 'created_at', 'updated_at', 'version']

/** Each set of fields that a client asks for is one. */
const selections = createUserCache<Selection>(200)

/** The selection of the named fields, or of every field that the user may read. */
export function selectionOf(
  backend: Backend,
  resource: Resource,
  user: User,
  fields?: readonly string[],
): Selection {
  const key = fields ? `${resource.name} ${fields.join()}` : resource.name
  return selections(user, key, () => select(backend, resource, user, fields))
}

/** One record as the user may see it. Unseen is not there: 404. */
export async function getRecord(
  backend: Backend,
  resource: Resource,
  user: User,
  id: number,
  database: Sql = backend.database.sql,
): Promise<Row> {
  const { query, present } = recordQuery(backend, resource, user, id)
  return present((await sql<Row>`${prepared} ${query}`.execute(database)).rows)
}

/** Returns the query of one record as the user may see it; `present` makes the record of its rows, or throws 404. */
export function recordQuery(backend: Backend, resource: Resource, user: User, id: number) {
  const { columns, from, shown, present } = selectionOf(backend, resource, user)
  return {
    query: sql<Row>`select ${columns} from ${from} where t.id = ${id} and ${shown}`,
    present([row]: readonly Row[]): Row {
      if (!row) throw notFound()
      return present(row)
    },
  }
}

function select(
  backend: Backend,
  resource: Resource,
  user: User,
  asked: readonly string[] | undefined,
): Selection {
  const { present: finish } = backend.business.behaviors[resource.name] ?? {}
  if (asked && finish) return narrowed(select(backend, resource, user, undefined), asked)
  const isAsked = asked ? new Set(asked) : undefined
  const columns = system.map((name) => `t.${quoted(name)}`)
  const joins: RawBuilder<unknown>[] = []
  const presents: Present[] = [copies(system)]
  /** What must be found out of each record: of which fields it may be read, and what may be done with it. */
  const verdicts: Filter[] = []
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    const rule = readRule(user, field)
    if (rule === false || isAsked?.has(name) === false) continue
    const part = fieldSelection(backend, resource, user, name, field, joins.length)
    columns.push(...part.columns)
    if (part.join) joins.push(part.join)
    presents.push(rule === true ? part.present : ofSome(part.present, verdicts.push(rule) - 1))
  }
  const judged = judgedActions(resource, user)
  if (judged.length > 0) {
    const first = verdicts.length
    verdicts.push(...judged.map(([, rule]) => rule))
    presents.push((row, record) => {
      const entries = judged.map(([action], at) => [action, row[verdictName(first + at)] === true])
      record['may'] = Object.fromEntries(entries)
    })
  }
  if (verdicts.length > 0) joins.push(verdictsOf(resource, verdicts))
  verdicts.forEach((_, at) => columns.push(`verdicts.${quoted(verdictName(at))}`))
  const joined = joins.length > 0 ? sql.join(joins, sql` `) : sql``
  return {
    columns: sql.raw(columns.join(', ')),
    joins: joined,
    from: sql`${sourceOf(resource)} t ${joined}`,
    shown: ruleCondition(resource, resource.access.show(user)),
    listed: ruleCondition(resource, resource.access.list(user)),
    present(row) {
      const record: Row = {}
      const labels: Row = {}
      for (const present of presents) present(row, record, labels)
      record['labels'] = labels
      return finish ? presented(resource, finish(record as never, user, backend)) : record
    },
  }
}

function presented({ name }: Resource, answer: unknown): Row {
  if (!isObject(answer)) throw new Error(`${name}.present: a hook returns the record`)
  return answer
}

/** A behavior's `present` may need any field of the record, so fields that were not asked for go after it. */
function narrowed(whole: Selection, asked: readonly string[]): Selection {
  return {
    ...whole,
    present(row) {
      const record = whole.present(row)
      const labels = record['labels'] as Row
      const labelled = asked.filter((name) => name in labels)
      return { ...pick(record, [...system, 'may', ...asked]), labels: pick(labels, labelled) }
    },
  }
}

/** The values of a row that are there, by their names. */
export const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name]]] : [])))

function fieldSelection(
  backend: Backend,
  resource: Resource,
  user: User,
  name: string,
  field: Field,
  number: number,
): Part {
  const { derived } = field.options
  if (typeof derived === 'function') return fromFunction(resource, name, derived)
  const lines = childRows(field)
  if (lines) return linesPart(backend, user, name, lines)
  const target = targetOf(field)
  const { storage, read } = serverKindOf(field)
  if (storage === 'join' && target) return manyLabels(backend, resource, user, name, target)
  if (target) return oneLabel(backend, user, name, target, number)
  const column = [`t.${quoted(name)}`]
  if (read) return { columns: column, present: opens(backend, resource, name, read) }
  if (isMasked(field)) return { columns: column, present: masks(name, field) }
  return { columns: column, present: copies([name]) }
}

/** A value that a function makes of the record as it is stored, whatever the user may read of it. */
function fromFunction({ fields }: Resource, name: string, derive: (record: Row) => unknown): Part {
  const others = Object.entries<Field>(fields).filter(
    ([, field]) => !isFromFunction(field) && kindOf(field).column(field) !== null,
  )
  return {
    columns: others.map(([one]) => `t.${quoted(one)}`),
    present: (row, record) => void (record[name] = derive(row) ?? null),
  }
}

function masks(name: string, field: Field): Present {
  return (row, record) => {
    record[name] = shown(field, row[name])
  }
}

function opens(
  backend: Backend,
  resource: Resource,
  name: string,
  read: NonNullable<ServerKind['read']>,
): Present {
  return (row, record) => {
    const stored = row[name]
    const places = () => placesOf(resource, name, Number(row['id']))
    const value = typeof stored === 'string' ? read(stored, backend, places()) : { set: false }
    if (value !== undefined) record[name] = value
  }
}

/** Brings columns as they are. */
function copies(names: readonly string[]): Present {
  return (row, record) => {
    for (const name of names) record[name] = row[name] ?? null
  }
}

/** The label and embedded fields of one reference, from a join. */
function oneLabel(
  backend: Backend,
  user: User,
  name: string,
  target: string,
  number: number,
): Part {
  const found = labelAmong(backend.resource(target), user)
  const value = `t.${quoted(name)}`
  if (!found) {
    return { columns: [value], present: target === 'users' ? ownName(name, user) : copies([name]) }
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

/** Those who may not look at users know at least themselves. */
function ownName(name: string, user: User): Present {
  return (row, record, labels) => {
    const id = row[name] ?? null
    record[name] = id
    if (id === user.id) labels[name] = { id, label: user.name }
  }
}
