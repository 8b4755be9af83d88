import { kindOf, targetOf, type Field, type Resource, indexForm } from '#schema'

import { identifier, literal, quoted, lookedUp, ordered } from '../names.ts'
import type { Column, Named, Structure, Table, Index } from './structure.ts'
import { serverKindOf } from '../../../kinds/kinds.server.ts'

/** The tables of all resources, with a join table for every field of many references. */
export function structureOf(resources: readonly Resource[]): Structure {
  const names = new Set(resources.map(({ name }) => name))
  for (const resource of resources) checkTargets(resource, names)
  const stored = resources.filter(({ view }) => !view)
  return Object.fromEntries(stored.flatMap((one) => [[one.name, tableOf(one)], ...joinsOf(one)]))
}

function checkTargets({ name, fields }: Resource, names: ReadonlySet<string>): void {
  for (const [field, declared] of Object.entries<Field>(fields)) {
    const target = targetOf(declared)
    if (target !== undefined && !names.has(target)) {
      throw new Error(`${name}.${field}: no resource "${target}"`)
    }
  }
}

function tableOf(resource: Resource): Table {
  const { name, renamedFrom, size, softDelete } = resource
  const fields = Object.entries<Field>(resource.fields).filter(hasColumn)
  return {
    columns: {
      id: { type: 'bigint', isRequired: true, isIdentity: true },
      ...mapped(fields, ([column, field]) => [column, columnOf(field)]),
      created_at: { type: 'timestamptz', isRequired: true, default: 'now()' },
      updated_at: { type: 'timestamptz', isRequired: true, default: 'now()' },
      version: { type: 'integer', isRequired: true, default: '1' },
      ...(softDelete && { deleted_at: { type: 'timestamptz', isRequired: false } }),
    },
    primaryKey: { name: identifier(name, 'pkey'), columns: ['id'] },
    checks: checksOf(name, fields),
    indexes: indexesOf(resource, fields),
    foreignKeys: foreignKeysOf(name, fields),
    ...(renamedFrom && { renamedFrom: [renamedFrom] }),
    ...(size === 'large' && { isLarge: true }),
  }
}

/** Whether the values stand in the table itself. */
const hasColumn = ([, field]: Named) => kindOf(field).column(field) !== null

function mapped<Item, Value>(items: readonly Item[], entry: (item: Item) => [string, Value]) {
  return Object.fromEntries(items.map(entry)) as Record<string, Value>
}

function columnOf(field: Field): Column {
  const type = kindOf(field).column(field) ?? ''
  const { optional, default: value, renamedFrom } = field.options
  return {
    type,
    isRequired: !optional,
    ...(value !== undefined && value !== null && { default: literal(value, type) }),
    ...(renamedFrom && { renamedFrom: [renamedFrom] }),
  }
}

function checksOf(table: string, fields: readonly Named[]): Table['checks'] {
  return mapped(
    fields.filter(([, field]) => kindOf(field).check),
    ([name, field]) => [
      identifier(table, name, 'check'),
      kindOf(field).check?.(field, quoted(name)) ?? '',
    ],
  )
}

function foreignKeysOf(table: string, fields: readonly Named[]): Table['foreignKeys'] {
  return mapped(
    fields.filter(([, field]) => targetOf(field) !== undefined),
    ([column, field]) => [
      identifier(table, column, 'fkey'),
      { column, target: targetOf(field) ?? '', cascades: false },
    ],
  )
}

/** Either of the two names that make the table's may have changed, or both at once. */
function joinsOf({ name, fields, renamedFrom = name }: Resource): [string, Table][] {
  return Object.entries<Field>(fields)
    .filter((entry) => !hasColumn(entry))
    .map(([field, declared]) => {
      const { options } = declared
      const before = [renamedFrom, name].flatMap((resource) =>
        [options.renamedFrom ?? field, field].map((one) => `${resource}_${one}`),
      )
      const renamed = before.filter((one) => one !== `${name}_${field}`)
      return [`${name}_${field}`, joinOf(name, field, targetOf(declared) ?? '', renamed)]
    })
}

/** The name is what the records code makes of resource and field, so it is never cut off. */
function joinOf(resource: string, field: string, target: string, renamedFrom: string[]): Table {
  const name = `${resource}_${field}`
  if (identifier(name) !== name) throw new Error(`${resource}.${field}: the two names are too long`)
  const id = { type: 'bigint', isRequired: true }
  const link = (column: string, to: string) => ({
    [identifier(name, column, 'fkey')]: { column, target: to, cascades: true },
  })
  return {
    columns: { record_id: id, target_id: id },
    primaryKey: { name: identifier(name, 'pkey'), columns: ['record_id', 'target_id'] },
    checks: {},
    indexes: { [identifier(name, 'target_id', 'idx')]: btree([quoted('target_id')]) },
    foreignKeys: { ...link('record_id', resource), ...link('target_id', target) },
    ...(renamedFrom.length > 0 && { renamedFrom }),
  }
}

/** The indexes that a declaration asks for, by name. */
function indexesOf(resource: Resource, fields: readonly Named[]): Table['indexes'] {
  const { name: table, unique = [], indexes = [], size, softDelete } = resource
  const isLarge = size === 'large'
  const where = softDelete && living
  const key = (...columns: string[]): [string, Index] => [
    identifier(table, ...columns, 'key'),
    { ...btree(columns.map(quoted)), isUnique: true, ...(where && { where }) },
  ]
  const index = (columns: readonly string[]): [string, Index] => [
    identifier(table, ...columns.map(bare), 'idx'),
    btree(columns.map(signed)),
  ]
  const own = isLarge ? largeIndex : smallIndex
  return Object.fromEntries([
    ...fields.filter(([, field]) => field.options.unique).map(([name]) => key(name)),
    ...unique.map((columns) => key(...columns)),
    ...fields.flatMap((field) => own(resource, field)),
    ...indexes.map((columns) => index(columns)),
    ...(isLarge ? [newest(resource), ...searchIndex(table, fields)] : []),
  ])
}

function btree(columns: readonly string[], conditions: readonly string[] = []): Index {
  const where = conditions.length > 1 ? `(${conditions.join(' AND ')})` : conditions[0]
  return { isUnique: false, method: 'btree', columns, ...(where && { where }) }
}

const living = '(deleted_at IS NULL)'

/** A unique index of all rows serves for reading too; one that leaves deleted rows out serves no foreign key. */
function smallIndex({ name: table, softDelete }: Resource, named: Named): [string, Index][] {
  const [name, field] = named
  const { index, unique } = field.options
  const isWanted = (index || targetOf(field) !== undefined) && !(unique && !softDelete)
  if (!isWanted) return []
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
  const given = kindOf(field).isYesOrNo ? quoted(name) : `(${quoted(name)} IS NOT NULL)`
  const alive = softDelete ? [living] : []
  const { index, covers, optional } = field.options
  const sparse = index === 'sparse' ? [given] : []
  switch (form) {
    case 'order':
      return btree([ordered(name, field), '"id"'], [...alive, ...sparse])
    case 'groups':
      // A foreign key is looked up among the deleted records too, so they stand in it.
      return targetOf(field)
        ? {
            ...btree([quoted(name), ...byTime, ...(softDelete ? ['"deleted_at"'] : [])]),
            ...(covers && { includes: covers.map(quoted) }),
          }
        : btree([quoted(name), ...byTime], [...alive, ...sparse])
    case 'lookup':
      return index === 'lookup'
        ? btree([lookedUp(name, field)], optional ? [given] : [])
        : btree([quoted(name)])
  }
}

const byTime = ['"created_at"', '"id"']

function newest({ name, softDelete }: Resource): [string, Index] {
  return [identifier(name, 'created_at', 'id', 'idx'), btree(byTime, softDelete ? [living] : [])]
}

/** One index finds fragments in all of the fields, which stand in it as one text. */
function searchIndex(table: string, fields: readonly Named[]): [string, Index][] {
  const text = searchedText(fields)
  const columns = [`(${text}) gin_trgm_ops`]
  return text === ''
    ? []
    : [[identifier(table, 'search', 'idx'), { isUnique: false, method: 'gin', columns }]]
}

/** The fields in which the search box looks for fragments, as one text with spaces between them; '' without any. */
export function searchedText(fields: readonly (readonly [string, Field])[], alias = ''): string {
  return fields
    .filter(([, field]) => field.options.search && kindOf(field).search === 'fragment')
    .map(([name]) => `COALESCE(${alias && `${alias}.`}${quoted(name)}, '')`)
    .join(" || ' ' || ")
}

const bare = (name: string) => name.replace(/^-/, '')
const signed = (name: string) => `${quoted(bare(name))}${name.startsWith('-') ? ' DESC' : ''}`
