import type { Field } from '#schema'

import { quoted } from '../names.ts'

/** What the catalogue of a database holds of the declarations. Constraints and indexes stand by their name. */
export type Structure = Readonly<Record<string, Table>>

export interface Table {
  readonly columns: Readonly<Record<string, Column>>
  readonly primaryKey: { readonly name: string; readonly columns: readonly string[] }
  /** Bodies of CHECK constraints. */
  readonly checks: Readonly<Record<string, string>>
  readonly indexes: Readonly<Record<string, Index>>
  readonly foreignKeys: Readonly<Record<string, ForeignKey>>
  /** Names it may have had, the most probable first. */
  readonly renamedFrom?: readonly string[]
  /** Its indexes are made while others write. */
  readonly isLarge?: boolean
}

export interface Column {
  readonly type: string
  readonly isRequired: boolean
  readonly default?: string
  readonly isIdentity?: boolean
  readonly renamedFrom?: readonly string[]
}

export interface Index {
  readonly isUnique: boolean
  /** Of a unique index: an empty value is like any other empty one. */
  readonly nullsAreSame?: boolean
  readonly method: 'btree' | 'gin'
  /** Each with what follows it: `"created_at" DESC`, `"email" gin_trgm_ops`. */
  readonly columns: readonly string[]
  /** Columns that stand in it beside the key: what asks for no others reads no row. */
  readonly includes?: readonly string[]
  readonly where?: string
}

export interface ForeignKey {
  readonly column: string
  readonly target: string
  readonly cascades: boolean
}

/** A field by its name. */
export type Named = readonly [name: string, field: Field]

/** One statement on the way from one structure to another. */
export interface Step {
  readonly sql: string
  /** Why the step is taken only when it is allowed: what it loses, or when it fails. */
  readonly risk?: string
  /** Runs after the others, outside their transaction. */
  readonly isOutside?: true
}

/** The statements that make a structure in an empty schema. */
export function createStructure(structure: Structure): string[] {
  const tables = Object.entries(structure)
  return [
    ...tables.map(([name, table]) => createTable(name, table)),
    ...tables.flatMap(([name, { indexes }]) =>
      Object.entries(indexes).map(([key, index]) => createIndex(name, key, index)),
    ),
    ...tables.flatMap(([name, { foreignKeys }]) =>
      Object.entries(foreignKeys).map(([key, foreignKey]) => addForeignKey(name, key, foreignKey)),
    ),
  ]
}

/** Without indexes and foreign keys. */
export function createTable(name: string, { columns, primaryKey, checks }: Table): string {
  const lines = [
    ...Object.entries(columns).map(([column, one]) => `${quoted(column)} ${columnText(one)}`),
    constraint(primaryKey.name, primaryKeyText(primaryKey)),
    ...Object.entries(checks).map(([key, body]) => constraint(key, `check (${body})`)),
  ]
  return `create table ${quoted(name)} (\n  ${lines.join(',\n  ')}\n)`
}

export function columnText({ type, isRequired, isIdentity, default: value }: Column): string {
  const parts = [
    type,
    isIdentity && 'generated always as identity',
    isRequired && !isIdentity && 'not null',
    value !== undefined && `default ${value}`,
  ]
  return parts.filter(Boolean).join(' ')
}

const constraint = (name: string, body: string) => `constraint ${quoted(name)} ${body}`

const primaryKeyText = ({ columns }: Table['primaryKey']) =>
  `primary key (${columns.map(quoted).join(', ')})`

export function addPrimaryKey(table: string, primaryKey: Table['primaryKey']): string {
  return alter(table, `add ${constraint(primaryKey.name, primaryKeyText(primaryKey))}`)
}

export function addCheck(table: string, name: string, body: string): string {
  return alter(table, `add ${constraint(name, `check (${body})`)}`)
}

export function addForeignKey(table: string, name: string, foreignKey: ForeignKey): string {
  const { column, target, cascades } = foreignKey
  const body = `foreign key (${quoted(column)}) references ${quoted(target)} (id)`
  return alter(table, `add ${constraint(name, body)}${cascades ? ' on delete cascade' : ''}`)
}

export function createIndex(
  table: string,
  name: string,
  { isUnique, nullsAreSame, method, columns, includes = [], where }: Index,
  concurrently = '',
): string {
  const kind = isUnique ? 'unique index' : 'index'
  const beside = includes.length > 0 ? ` include (${includes.join(', ')})` : ''
  const using = `using ${method} (${columns.join(', ')})${beside}`
  const nulls = nullsAreSame ? ' nulls not distinct' : ''
  const rows = where === undefined ? '' : ` where ${where}`
  return `create ${kind} ${concurrently}${quoted(name)} on ${quoted(table)} ${using}${nulls}${rows}`
}

export const alter = (table: string, change: string) => `alter table ${quoted(table)} ${change}`
