import { escapeLiteral } from 'pg'

import {
  fieldOf,
  isMaskedInFiles,
  kindOf,
  readRule,
  labelKey,
  labelOf,
  type Field,
  type Resource,
  type User,
  targetOf,
} from '#schema'

import type { TitleSql } from '../../kinds/kind.server.ts'
import { serverKindOf } from '../../kinds/kinds.server.ts'
import type { Backend } from '../kernel/backend.ts'
import { filterCondition } from '../records/read/where.ts'
import type { Language } from '../translations/answers.ts'
import { inlined } from './literals.ts'
import { joinTable, quoted } from '../database/names.ts'
import type { Exported } from './pages.ts'
import { pathSql, visibleTitles } from '../records/read/titles.ts'

/** How the columns of a file are read: for a table called `t`. */
export interface Columns {
  /** What each column is called, with its field where two would be called the same. */
  readonly headers: readonly string[]
  /** SQL of each cell. */
  readonly cells: readonly string[]
  readonly joins: string
}

export function columnsOf(
  { backend, resource, zone }: Pick<Exported, 'backend' | 'resource' | 'zone'>,
  user: User,
  names: readonly string[],
  language?: Pick<Language, 'textOf'>,
): Columns {
  const parts = names.map((name, index) => {
    const field = fieldOf(resource, name)
    if (!field) throw new Error(`${resource.name}: no field "${name}"`)
    const part = partOf({ backend, resource, zone }, user, name, field, `r${index}`)
    const rule = readRule(user, field)
    const said = orNone(name, field, part.cell)
    const cell =
      typeof rule === 'object'
        ? `case when ${inlined(filterCondition(resource, rule), backend.database.sql)} then ${said} end`
        : said
    return {
      ...part,
      cell,
      header: headerOf(
        language?.textOf(labelKey(resource, name)) ?? labelOf(name, field),
        field,
        zone,
      ),
    }
  })
  const all = parts.map(({ header }) => header)
  const isShared = (header: string) => all.indexOf(header) !== all.lastIndexOf(header)
  return {
    headers: all.map((header, index) =>
      isShared(header) ? `${header} (${names[index]})` : header,
    ),
    cells: parts.map(({ cell }) => cell),
    joins: parts.map(({ join = '' }) => join).join(' '),
  }
}

/** What the list says of no value, where it says something. */
function orNone(name: string, field: Field, cell: string): string {
  const { none } = field.options
  if (!none) return cell
  const value = serverKindOf(field).storage === 'join' ? cell : `t.${quoted(name)}`
  return `case when ${value} is null then ${escapeLiteral(none)} else (${cell})::text end`
}

/** Times say which zone they are of, unless that is UTC. */
function headerOf(label: string, field: Field, zone = 'UTC'): string {
  return kindOf(field).dated === 'moment' && zone !== 'UTC' ? `${label} (${zone})` : label
}

interface Part {
  readonly cell: string
  readonly join?: string
}

/** References stand in a file by their titles, where the user may know them. */
function partOf(
  { backend, resource, zone }: Pick<Exported, 'backend' | 'resource' | 'zone'>,
  user: User,
  name: string,
  field: Field,
  alias: string,
): Part {
  const column = `t.${quoted(name)}`
  const { storage, exportSql, maskSql } = serverKindOf(field)
  const target = targetOf(field)
  if (!target) {
    const plain = exportSql?.(column, field, { titleOf: titlesIn(backend, user), zone }) ?? column
    return { cell: isMaskedInFiles(user, field) && maskSql ? maskSql(column, field) : plain }
  }
  const title = titleOf(backend.resource(target), user, alias)
  if (storage === 'join') {
    const list = `${joinTable(resource, name)} j join ${quoted(target)} ${alias} on ${alias}.id = j.target_id`
    return {
      cell: `(select string_agg(${title ?? 'j.target_id::text'}, ', ' order by j.target_id)
        from ${list} where j.record_id = t.id)`,
    }
  }
  if (!title) return { cell: column }
  return { cell: title, join: `left join ${quoted(target)} ${alias} on ${alias}.id = ${column}` }
}

/** What the references within rows are called. */
const titlesIn =
  (backend: Backend, user: User): TitleSql =>
  (target, id) => {
    const title = titleOf(backend.resource(target), user, 'o')
    return title && `(select ${title} from ${quoted(target)} o where o.id = ${id})`
  }

function titleOf(target: Resource, user: User, alias: string): string | undefined {
  const names = visibleTitles(target, user)
  return names && pathSql(target, names, alias)
}
