import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { childRows, kindOf, targetOf, uniqueGroup, type Field, type Resource } from '#schema'

import type { Backend } from '../../server/kernel/backend.ts'
import { columnOf, isJoin, joinTable, quoted, tableOf } from '../../server/database/names.ts'

type Condition = RawBuilder<SqlBool>

/** The fields of one resource that point at another. */
export interface Pointing {
  readonly resource: Resource
  readonly names: readonly string[]
  /** They point at records of their own resource. */
  readonly isOwn: boolean
}

/** One record that becomes another, by their ids. */
export interface Merge {
  readonly from: number
  readonly into: number
}

/** Every resource with fields that point at the records of `target`. */
export const pointingAt = (target: Resource, { business }: Pick<Backend, 'business'>): Pointing[] =>
  business.resources
    .filter(({ view }) => !view)
    .flatMap((resource): Pointing[] => {
      const names = Object.entries<Field>(resource.fields)
        .filter(([, field]) => !field.options.derived && targetOf(field) === target.name)
        .map(([name]) => name)
      return names.length > 0 ? [{ resource, names, isOwn: resource === target }] : []
    })

/** Whether a record, `t`, points at another one by any of these fields. */
export function pointsAt({ resource, names, isOwn }: Pointing, id: number): Condition {
  const each = names.map((name) =>
    isJoin(resource, name)
      ? sql<SqlBool>`t.id in (
          select j.record_id from ${sql.raw(joinTable(resource, name))} j where j.target_id = ${id})`
      : sql<SqlBool>`${columnOf(name)} = ${id}`,
  )
  const isOther = isOwn ? sql`and t.id <> ${id}` : sql``
  return sql`((${sql.join(each, sql` or `)}) ${isOther})`
}

/**
 * Whether a record, `t`, would share all that must differ with another one, which stays; undefined where nothing must differ.
 * Of two that both point at the record that goes, the older stays.
 */
export function isAlike({ resource, names }: Pointing, merge: Merge): Condition | undefined {
  const groups = [...uniqueFields(resource), ...(resource.unique ?? []).map(uniqueGroup)]
  const alike = groups.flatMap(({ names: together, nullsAreSame }) => {
    const moved = together.filter((name) => names.includes(name))
    if (moved.length === 0) return []
    const sign = sql.raw(nullsAreSame ? 'is not distinct from' : '=')
    const same = together.map(
      (name) => sql`${valueAfter(name, 't')} ${sign} ${valueAfter(name, 'o')}`,
    )
    const points = (alias: string) => {
      const each = moved.map((name) => sql`${column(name, alias)} = ${merge.from}`)
      return sql`(${sql.join(each, sql` or `)})`
    }
    return [
      sql<SqlBool>`(${points('t')} and exists (
        select from ${tableOf(resource)} o
        where o.id <> t.id and ${sql.join(same, sql` and `)} ${isAlive(resource)}
          and not (${points('o')} and o.id > t.id)))`,
    ]
  })
  return alike.length > 0 ? sql`(${sql.join(alike, sql` or `)})` : undefined

  function valueAfter(name: string, alias: string): RawBuilder<unknown> {
    const value = column(name, alias)
    if (!names.includes(name)) return value
    return sql`case when ${value} = ${merge.from} then ${merge.into} else ${value} end`
  }
}

const column = (name: string, alias: string) => sql.raw(`${alias}.${quoted(name)}`)

const isAlive = ({ softDelete }: Resource) =>
  softDelete ? sql`and t.deleted_at is null and o.deleted_at is null` : sql``

const uniqueFields = ({ fields }: Resource) =>
  Object.entries<Field>(fields)
    .filter(([, { options }]) => options.unique)
    .map(([name]) => ({ names: [name], nullsAreSame: false }))

/** Whether the records are parts of others: lines, or what goes with the record that they point at. */
export function arePartsOfOthers(
  { resource, names }: Pointing,
  { business }: Pick<Backend, 'business'>,
): boolean {
  const isOf = (name: string) => {
    const field: Field = resource.fields[name]
    return kindOf(field).onDelete?.(field) === 'cascade'
  }
  const areLines = business.resources.some((one) =>
    Object.values<Field>(one.fields).some((field) => childRows(field)?.rows === resource.name),
  )
  return areLines || names.some(isOf)
}
