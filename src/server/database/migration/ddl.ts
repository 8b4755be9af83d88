import { quoted } from '../names.ts'
import type { Column, ForeignKey, Index, Structure, Table } from './structure.ts'

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
  { isUnique, method, columns, includes = [], where }: Index,
  concurrently = '',
): string {
  const kind = isUnique ? 'unique index' : 'index'
  const beside = includes.length > 0 ? ` include (${includes.join(', ')})` : ''
  const using = `using ${method} (${columns.join(', ')})${beside}`
  const rows = where === undefined ? '' : ` where ${where}`
  return `create ${kind} ${concurrently}${quoted(name)} on ${quoted(table)} ${using}${rows}`
}

export const alter = (table: string, change: string) => `alter table ${quoted(table)} ${change}`
