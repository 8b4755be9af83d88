import { fixedDefault, isStored, kindOf, targetOf, type Field, type Resource } from '#schema'

import { serverKindOf } from '../../../kinds/kinds.server.ts'
import { identifier, literal, quoted } from '../names.ts'
import type { Column, Named, Structure, Table } from './structure.ts'
import { indexesOf, btree } from './indexes.ts'

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
  const fields = Object.entries<Field>(resource.fields).filter(([, field]) => isStored(field))
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
  const { optional, renamedFrom } = field.options
  const value = fixedDefault(field)
  return {
    type,
    isRequired: !optional,
    ...(value !== undefined && value !== null && { default: literal(value, type) }),
    ...(renamedFrom && { renamedFrom: [renamedFrom] }),
  }
}

function checksOf(table: string, fields: readonly Named[]): Table['checks'] {
  const checks = fields.flatMap(([name, field]): [string, string][] => {
    const check = serverKindOf(field).check?.(quoted(name), field)
    return check === undefined ? [] : [[identifier(table, name, 'check'), check]]
  })
  return Object.fromEntries(checks)
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
      return [`${name}_${field}`, joinOf(name, [field, declared], renamed)]
    })
}

/** The name is what the records code makes of resource and field, so it is never cut off. */
function joinOf(resource: string, [field, declared]: Named, renamedFrom: string[]): Table {
  const name = `${resource}_${field}`
  if (identifier(name) !== name) throw new Error(`${resource}.${field}: the two names are too long`)
  const id = { type: 'bigint', isRequired: true }
  const link = (column: string, target: string, cascades: boolean) => ({
    [identifier(name, column, 'fkey')]: { column, target, cascades },
  })
  const mayLose = kindOf(declared).onDelete?.(declared) !== 'refuse'
  return {
    columns: { record_id: id, target_id: id },
    primaryKey: { name: identifier(name, 'pkey'), columns: ['record_id', 'target_id'] },
    checks: {},
    indexes: { [identifier(name, 'target_id', 'idx')]: btree([quoted('target_id')]) },
    foreignKeys: {
      ...link('record_id', resource, true),
      ...link('target_id', targetOf(declared) ?? '', mayLose),
    },
    ...(renamedFrom.length > 0 && { renamedFrom }),
  }
}
