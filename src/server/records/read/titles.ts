import type { RawBuilder } from 'kysely'

import {
  fieldOf,
  isMasked,
  isMoment,
  isTemplate,
  mayRead,
  parentField,
  titleFields,
  type Field,
  type Resource,
  type User,
} from '#schema'

import { inactiveSql, literal, quoted } from '../../database/names.ts'
import { targetAt } from './source.ts'
import { ruleCondition } from './where.ts'

/** SQL of each part of a label, by its name on the wire; `label` is the title, `inactive` stands only where it is true. */
export type Label = Readonly<Record<string, (alias: string) => string>>

/** What a user may learn of a record that another one points at; undefined when nothing. */
export function labelOf(target: Resource, user: User): Label | undefined {
  const titles = visibleTitles(target, user)
  return titles && labelBy(target, user, titles)
}

/**
 * The same of those records alone that the user may list: `among` says which they are, all of them where it is undefined.
 */
export function labelAmong(
  target: Resource,
  user: User,
): { label: Label; among?: RawBuilder<unknown> } | undefined {
  const titles = titlesReadBy(target, user)
  if (titles.length === 0) return undefined
  const label = labelBy(target, user, titles)
  if (mayLabel(target, user)) return { label }
  const rule = target.access.list(user)
  return rule === false ? undefined : { label, among: ruleCondition(target, rule) }
}

function labelBy(target: Resource, user: User, titles: readonly string[]): Label {
  const embedded = (target.withTitle ?? []).filter((name) => isPlain(target.fields[name], user))
  return {
    label: (alias) => pathSql(target, titles, alias),
    ...(target.options?.activeBy && { inactive: (alias) => inactiveSql(target, alias) }),
    ...Object.fromEntries(
      embedded.map((name) => [name, (alias: string) => `${alias}.${quoted(name)}`]),
    ),
  }
}

/** The fields of which the user may learn what a record is called; undefined when there are none. */
export function visibleTitles(target: Resource, user: User): readonly string[] | undefined {
  const titles = titlesReadBy(target, user)
  return mayLabel(target, user) && titles.length > 0 ? titles : undefined
}

const titlesReadBy = (target: Resource, user: User) =>
  titleFields(target).filter((name) => {
    const inner = targetAt(target, name)
    return isPlain(target.fields[name], user) && (!inner || visibleTitles(inner, user))
  })

const isPlain = (field: Field | undefined, user: User) =>
  field !== undefined && mayRead(user, field) && !isMasked(field)

/** Names of a resource's records are open to those who may list all of them or hold its option permission. */
export function mayLabel(target: Resource, user: User): boolean {
  return mayUseOptions(target, user) || target.access.list(user) === true
}

export function mayUseOptions(target: Resource, user: User): boolean {
  return [target.options?.permission ?? []].flat().some((one) => user.permissions.has(one))
}

/** Which records of a target a user may point at: those he may choose from or list. */
export function reachable(target: Resource, user: User): RawBuilder<unknown> {
  return ruleCondition(target, mayUseOptions(target, user) || target.access.list(user))
}

/**
 * SQL of what a record is called where others point at it: one of a tree after all above it, `Tools › Drills`, unless who
 * stands above it is a matter of permission.
 */
export function pathSql(resource: Resource, names: readonly string[], alias: string): string {
  const parent = parentField(resource)
  const title = (one: string) => titleSql(resource, names, one)
  if (!parent || resource.fields[parent].options.readBy) return title(alias)
  const table = quoted(resource.name)
  const columns = (one: string, depth: string) =>
    `select ${one}.id, ${one}.${quoted(parent)} as parent, ${title(one)} as title, ${depth} as depth`
  return `(with recursive up as (
    ${columns('b', '1')} from ${table} b where b.id = ${alias}.id
    union all ${columns('b', 'up.depth + 1')} from ${table} b join up on b.id = up.parent
      where up.depth < ${maxDepth}
  ) select string_agg(up.title, ' › ' order by up.depth desc) from up)`
}

/** A tree that was brought into a circle by hand ends somewhere too. */
const maxDepth = 50

/**
 * SQL of what a record is called, of those of its title's fields that may be told; `#7` where all of them are empty, as
 * the browser has it (`recordTitle`).
 */
export function titleSql(resource: Resource, names: readonly string[], alias: string): string {
  return `coalesce(nullif(${namedSql(resource, names, alias)}, ''), '#' || ${alias}.id)`
}

function namedSql(resource: Resource, names: readonly string[], alias: string): string {
  const columnOf = (name: string) => {
    const column = `${alias}.${quoted(name)}`
    const inner = targetAt(resource, name)
    if (isMoment(fieldOf(resource, name)))
      return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')`
    if (!inner) return column
    const title = titleSql(inner, titleFields(inner), `${alias}_o`)
    return `(select ${title} from ${quoted(inner.name)} ${alias}_o where ${alias}_o.id = ${column})`
  }
  const columns = names.map(columnOf)
  if (columns.length === 1 && !isTemplate(resource.title)) return `${columns[0]}::text`
  const plain = `concat_ws(' ', ${columns.join(', ')})`
  if (!isTemplate(resource.title) || columns.length < titleFields(resource).length) return plain
  const parts = resource.title
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 1 ? `${columns[(at - 1) / 2]}::text` : literal(part, 'text')))
  return `coalesce(${parts.join(' || ')}, ${plain})`
}
