import {
  kindOf,
  targetOf,
  type Field,
  type Resource,
  indexForm,
  isSparseOrder,
  sparseAmong,
  uniqueGroup,
  isStored,
} from '#schema'

import { identifier, quoted, lookedUp, ordered } from '../names.ts'
import type { Named, Table, Index } from './structure.ts'
import { serverKindOf } from '../../../kinds/kinds.server.ts'
import { searchIndex } from './searchIndex.ts'

/** The indexes that a declaration asks for, by name. */
export function indexesOf(resource: Resource, fields: readonly Named[]): Table['indexes'] {
  const { name: table, unique = [], indexes = [], size, softDelete } = resource
  const isLarge = size === 'large'
  const where = softDelete && living
  const key = (columns: readonly string[], nullsAreSame = false): [string, Index] => [
    identifier(table, ...columns, 'key'),
    {
      ...btree(columns.map(quoted)),
      isUnique: true,
      ...(nullsAreSame && { nullsAreSame }),
      ...(where && { where }),
    },
  ]
  const index = (columns: readonly string[]): [string, Index] => [
    identifier(table, ...columns.map(bare), 'idx'),
    btree(columns.map(signed), valuedOf(columns)),
  ]
  const valuedOf = (columns: readonly string[]): string[] => {
    const name = sparseAmong(resource, columns)
    const field = name === undefined ? undefined : resource.fields[name]
    return name !== undefined && field ? [givenSql(name, field)] : []
  }
  const all: [string, Index][] = [
    ...fields.filter(([, field]) => field.options.unique).map(([name]) => key([name])),
    ...unique.map(uniqueGroup).map(({ names, nullsAreSame }) => key(names, nullsAreSame)),
    ...fields.flatMap((field) => (isLarge ? largeIndex : smallIndex)(resource, field)),
    ...indexes.map((columns) => index(columns)),
    ...(isLarge ? [newest(resource), ...byId(resource), ...searchIndex(table, fields)] : []),
  ]
  return Object.fromEntries(all.filter(([, one]) => !all.some(([, other]) => serves(other, one))))
}

/**
 * Whether a unique index of all rows begins with the columns of another, which is a cost to each write only. One that
 * leaves deleted rows out serves no foreign key.
 */
function serves(key: Index, { isUnique, method, columns, includes, where }: Index): boolean {
  return (
    key.isUnique &&
    key.where === undefined &&
    !isUnique &&
    method === 'btree' &&
    includes === undefined &&
    where === undefined &&
    columns.every((column, place) => column === key.columns[place])
  )
}

export function btree(columns: readonly string[], conditions: readonly string[] = []): Index {
  const where = conditions.length > 1 ? `(${conditions.join(' AND ')})` : conditions[0]
  return { isUnique: false, method: 'btree', columns, ...(where && { where }) }
}

const living = '(deleted_at IS NULL)'

function smallIndex({ name: table }: Resource, named: Named): [string, Index][] {
  const [name, field] = named
  if (!field.options.index && targetOf(field) === undefined) return []
  return [[identifier(table, name, 'idx'), isList(field) ? gin(name) : btree([quoted(name)])]]
}

/** The entries of a list are looked up one by one, for which GIN is made. */
const isList = (field: Field) => serverKindOf(field).storage === 'list'

const gin = (name: string): Index => ({ ...btree([quoted(name)]), method: 'gin' })

/** An index in the whole order in which lists go through the living records: no page reads the table for it. */
function largeIndex(resource: Resource, [name, field]: Named): [string, Index][] {
  const index = formOf(resource, name, field)
  return index ? [[identifier(resource.name, name, 'idx'), index]] : []
}

function formOf({ softDelete, ...resource }: Resource, name: string, field: Field) {
  const form = indexForm(resource, name)
  if (!form) return undefined
  if (isList(field)) return gin(name)
  const given = givenSql(name, field)
  const alive = softDelete ? [living] : []
  const { index, optional } = field.options
  const includes = includesOf(resource, name, field.options.covers)
  const sparse = index === 'sparse' ? [given] : []
  switch (form) {
    case 'order':
      return { ...btree([ordered(name, field), '"id"'], [...alive, ...sparse]), ...includes }
    case 'groups':
      // A foreign key is looked up among the deleted records too, so they stand in it.
      return targetOf(field)
        ? {
            ...btree([quoted(name), ...byTime, ...(softDelete ? ['"deleted_at"'] : [])]),
            ...includes,
          }
        : { ...btree([quoted(name), ...byTime], [...alive, ...sparse]), ...includes }
    case 'presence':
      return btree(byTime, [...alive, given])
    case 'lookup':
      return index === 'lookup'
        ? btree([lookedUp(name, field)], optional ? [given] : [])
        : btree([quoted(name)], sparse)
  }
}

const givenSql = (name: string, field: Field): string =>
  kindOf(field).isYesOrNo ? quoted(name) : `(${quoted(name)} IS NOT NULL)`

/**
 * What an index has beside its order: with the yes or no that the list begins with as a filter, records are passed in it
 * without a look into the table.
 */
function includesOf(
  { filter = {}, fields }: Pick<Resource, 'filter' | 'fields'>,
  name: string,
  covers: readonly string[] = [],
): Pick<Index, 'includes'> {
  const begunWith = Object.keys(filter).filter((one) => {
    const field: Field | undefined = fields[one]
    return one !== name && field !== undefined && kindOf(field).isYesOrNo && isStored(field)
  })
  const all = [...new Set([...covers, ...begunWith])]
  return all.length > 0 ? { includes: all.map(quoted) } : {}
}

const byTime = ['"created_at"', '"id"']

function newest({ name, softDelete }: Resource): [string, Index] {
  return [identifier(name, 'created_at', 'id', 'idx'), btree(byTime, softDelete ? [living] : [])]
}

/**
 * The primary key has deleted records too: a far page in its order would be found by reading each record before it. The
 * records without a value of a sparse column follow each other by it as well, so it tells which have none.
 */
function byId(resource: Resource): [string, Index][] {
  const { name, fields, softDelete } = resource
  const sparse = Object.keys(fields).filter((one) => isSparseOrder(resource, one))
  const index = { ...btree(['"id"'], [living]), ...includesOf(resource, 'id', sparse) }
  return softDelete ? [[identifier(name, 'id', 'idx'), index]] : []
}

const bare = (name: string) => name.replace(/^-/, '')

const signed = (name: string) => `${quoted(bare(name))}${name.startsWith('-') ? ' DESC' : ''}`
