import { kindOf, type Resource } from '#schema'

import { identifier, quoted } from './identifier.ts'
import type { Index, Named, Table } from './structure.ts'

/** The indexes that a declaration asks for, by name. */
export function indexesOf(resource: Resource, fields: readonly Named[]): Table['indexes'] {
  const { name: table, unique = [], indexes = [], size, softDelete } = resource
  const where = softDelete && '(deleted_at IS NULL)'
  const key = (...columns: string[]): [string, Index] => [
    identifier(table, ...columns, 'key'),
    { ...btree(columns.map(quoted)), isUnique: true, ...(where && { where }) },
  ]
  const index = (columns: readonly string[]): [string, Index] => [
    identifier(table, ...columns.map(bare), 'idx'),
    btree(columns.map(signed)),
  ]
  return Object.fromEntries([
    ...fields.filter(([, field]) => field.options.unique).map(([name]) => key(name)),
    ...unique.map((columns) => key(...columns)),
    ...fields.filter((field) => needsIndex(resource, field)).map((field) => single(table, field)),
    ...indexes.map((columns) => index(columns)),
    ...(size === 'large' ? [index(['created_at', 'id']), ...searchIndex(table, fields)] : []),
  ])
}

export function btree(columns: readonly string[]): Index {
  return { isUnique: false, method: 'btree', columns }
}

/** A unique index of all rows serves for reading too; one that leaves deleted rows out serves no foreign key. */
function needsIndex({ size, softDelete }: Resource, [, field]: Named): boolean {
  const { index, unique, search } = field.options
  const isFound = size === 'large' && search && kindOf(field).search === 'exact'
  const isWanted = index || isFound || field.target !== undefined
  return Boolean(isWanted) && !(unique && !softDelete)
}

/** The entries of a list are looked up one by one, for which GIN is made. */
function single(table: string, [name, field]: Named): [string, Index] {
  const isList = kindOf(field).column(field)?.endsWith('[]')
  const index: Index = { ...btree([quoted(name)]), ...(isList && { method: 'gin' }) }
  return [identifier(table, name, 'idx'), index]
}

/** One index finds fragments in all of the fields. */
function searchIndex(table: string, fields: readonly Named[]): [string, Index][] {
  const columns = fields
    .filter(([, field]) => field.options.search && kindOf(field).search === 'fragment')
    .map(([name]) => `${quoted(name)} gin_trgm_ops`)
  return columns.length === 0
    ? []
    : [[identifier(table, 'search', 'idx'), { isUnique: false, method: 'gin', columns }]]
}

const bare = (name: string) => name.replace(/^-/, '')
const signed = (name: string) => `${quoted(bare(name))}${name.startsWith('-') ? ' DESC' : ''}`
