import { sql, type RawBuilder, type SqlBool } from 'kysely'

import {
  fieldOf,
  isMasked,
  kindOf,
  mayRead,
  mayUnmask,
  parentField,
  titleFields,
  type Field,
  type Resource,
  type User,
  targetOf,
} from '#schema'

import type { Backend, Option } from '../../../kernel/backend.ts'
import { ordered, inactiveSql, joinTable, quoted } from '../../../database/names.ts'
import { serverKindOf } from '../../../../kinds/kinds.server.ts'
import { type Row } from '../select.ts'
import { mayLabel, pathSql } from '../titles.ts'
import { filterCondition, ruleCondition } from '../where.ts'
import { sourceOf } from '../source.ts'

export interface OptionsRequest {
  readonly search: string
  /** Only these, whatever the search says. */
  readonly ids: readonly number[] | undefined
  readonly limit: number
  /** Whether the records that may no longer be chosen are listed too; those asked for by id always are. */
  readonly inactive?: boolean
}

/** Most options one answer carries; a picker of more searches on the server. */
const optionsLimit = 5_000

/** Options of an answer whose caller names no limit: as many as a browser keeps of one list. */
export const defaultOptionsLimit = 500

/**
 * The option list of a resource: id, the declared fields, references as their own options.
 * Where inactive ones may be among them, each says so by `inactive`.
 */
export async function listOptions(
  backend: Backend,
  resource: Resource,
  user: User,
  request: OptionsRequest,
): Promise<{ data: Row[]; meta: { is_complete: boolean } }> {
  const titles = openNames(resource, user, titleFields(resource))
  const limit = Math.min(request.limit, optionsLimit)
  const path = parentField(resource) && titles.length > 0 ? pathSql(resource, titles, 't') : 'null'
  const { rows } = await sql<{ option: Row; path: string | null; inactive: boolean }>`
    select ${sql.raw(optionSql(backend, resource, user, 't', 3))} as option,
      ${sql.raw(path)} as path,
      ${sql.raw(inactiveSql(resource, 't'))} as inactive
    from ${sourceOf(resource)} t where ${wanted(resource, user, request)}
    order by ${sql.raw(path === 'null' ? orderOf(resource, user, titles) : `${path} COLLATE "und-x-icu"`)}, t.id
    limit ${limit + 1}`.execute(backend.database.sql)
  const options = rows.slice(0, limit).map(({ option, path: label, inactive }) => ({
    ...option,
    ...(label !== null && { path: label }),
    ...(inactive && { inactive }),
  }))
  const hook = backend.business.behaviors[resource.name]?.completeOptions
  const data = hook ? await hook(options as Option[], backend) : options
  return { data, meta: { is_complete: rows.length <= limit } }
}

/** The order that people have given the records, then the name. */
function orderOf(resource: Resource, user: User, [title]: readonly string[]): string {
  const names = [...openNames(resource, user, [resource.arranged ?? []].flat()), title ?? 'id']
  return names.map((name) => orderedBy(resource, name)).join(', ')
}

function orderedBy(resource: Resource, name: string): string {
  const field = fieldOf(resource, name)
  return field ? ordered(name, field, 't') : 't.id'
}

function wanted(resource: Resource, user: User, request: OptionsRequest): RawBuilder<SqlBool> {
  const living = ruleCondition(resource, true)
  if (request.ids) return sql`${living} and t.id = any(${request.ids}::bigint[])`
  const offered = request.inactive
    ? living
    : sql<SqlBool>`${living} and not ${sql.raw(inactiveSql(resource, 't'))}`
  if (!request.search) return offered
  const found = searchedNames(resource, user, [...optionNames(resource), ...titleFields(resource)])
    .filter((name) => kindOf(fieldNamed(resource, name)).search === 'fragment')
    .map((name) => filterCondition(resource, { [name]: { contains: request.search } }))
  return found.length > 0 ? sql`${offered} and (${sql.join(found, sql` or `)})` : offered
}

const fieldNamed = (resource: Resource, name: string): Field => resource.fields[name]

const optionNames = (resource: Resource): readonly string[] =>
  resource.options?.fields ?? titleFields(resource)

/** The fields whose values the user may ask for. */
function searchedNames(resource: Resource, user: User, names: readonly string[]): string[] {
  return names.filter((name) => {
    const field = fieldNamed(resource, name)
    return mayRead(user, field) && mayUnmask(user, field) && !kindOf(field).writeOnly
  })
}

/** The fields that are shown in the clear: only these may stand in an option and sort it. */
const openNames = (resource: Resource, user: User, names: readonly string[]): string[] =>
  searchedNames(resource, user, names).filter((name) => !isMasked(fieldNamed(resource, name)))

/** JSON of one option; `depth` ends what a chain of references could make endless. */
function optionSql(
  backend: Backend,
  resource: Resource,
  user: User,
  alias: string,
  depth: number,
): string {
  const parts = openNames(resource, user, optionNames(resource)).map((name) => {
    const target = targetOf(fieldNamed(resource, name))
    const column = `${alias}.${quoted(name)}`
    if (!target) return `'${name}', ${column}`
    if (depth === 0) return undefined
    const inner = `o${depth}`
    const pointed = backend.resource(target)
    // What names an option belongs to its list; of anything else only the id is for everybody.
    const isNamed = resource.options?.label?.includes(name) || mayLabel(pointed, user)
    const option = isNamed
      ? optionSql(backend, pointed, user, inner, depth - 1)
      : `json_build_object('id', ${inner}.id)`
    return `'${name}', ${
      serverKindOf(fieldNamed(resource, name)).storage === 'join'
        ? `coalesce((select json_agg(${option} order by ${inner}.id) from ${joinTable(resource, name)} j
             join ${quoted(target)} ${inner} on ${inner}.id = j.target_id
             where j.record_id = ${alias}.id), '[]')`
        : `(select ${option} from ${quoted(target)} ${inner} where ${inner}.id = ${column})`
    }`
  })
  const fields = [`'id', ${alias}.id`, ...parts.filter((part) => part !== undefined)]
  return `json_build_object(${fields.join(', ')})`
}
