import {
  addCheck,
  addForeignKey,
  addPrimaryKey,
  alter,
  createTable,
  type Step,
  type Structure,
  type Table,
} from './structure.ts'
import { columnSteps } from './diffColumns.ts'
import { quoted } from '../names.ts'
import { renameAll } from './rename.ts'
import { type Difference, compare } from './compare.ts'
import { indexesOf } from './diffIndexes.ts'

/** The statements, in order, that make `to` of `from`. Both in the catalogue's words (`canonical`). */
export function diff(from: Structure, to: Structure): Step[] {
  const { steps, structure } = renameAll(from, to)
  const gone = Object.keys(structure).filter((name) => !to[name])
  const fresh = Object.entries(to).filter(([name]) => !structure[name])
  const changes = Object.entries(to).flatMap(([name, table]) => {
    const before = structure[name]
    return before ? [changesOf(name, before, table)] : []
  })
  const all = (part: (change: Change) => readonly Step[]) => changes.flatMap(part)
  return [
    ...steps,
    ...all(({ foreignKeys }) => foreignKeys.drops),
    ...gone.flatMap((name) => dropForeignKeys(name, structure[name])),
    ...gone.map((name) => ({ sql: `drop table ${quoted(name)}`, risk: `drops the table ${name}` })),
    ...all(({ rules }) => rules.flatMap(({ drops }) => drops)),
    ...inOrder(changes.flatMap(({ foreignKeys, rules }) => [foreignKeys, ...rules])),
    ...fresh.map(([name, table]) => ({ sql: createTable(name, table) })),
    ...all(({ columns }) => columns),
    ...all(({ rules }) => rules.flatMap(({ adds }) => adds)),
    ...fresh.flatMap(([name, table]) => indexesOf(name, table).adds),
    ...all(({ foreignKeys }) => foreignKeys.adds),
    ...fresh.flatMap(([name, table]) => foreignKeysOf(name, undefined, table).adds),
  ]
}

interface Change {
  readonly foreignKeys: Difference
  /** Primary key, checks and indexes. */
  readonly rules: readonly Difference[]
  readonly columns: readonly Step[]
}

function changesOf(name: string, before: Table, after: Table): Change {
  return {
    foreignKeys: foreignKeysOf(name, before, after),
    rules: [
      primaryKeyOf(name, before, after),
      checksOf(name, before, after),
      indexesOf(name, after, before),
    ],
    columns: columnSteps(name, before.columns, after.columns),
  }
}

const dropConstraint = (table: string, name: string) => ({
  sql: alter(table, `drop constraint ${quoted(name)}`),
})

const renameConstraint = (table: string, old: string, name: string) => ({
  sql: alter(table, `rename constraint ${quoted(old)} to ${quoted(name)}`),
})

function dropForeignKeys(name: string, table: Table | undefined): Step[] {
  return Object.keys(table?.foreignKeys ?? {}).map((key) => dropConstraint(name, key))
}

function foreignKeysOf(table: string, before: Table | undefined, after: Table): Difference {
  return compare(before?.foreignKeys ?? {}, after.foreignKeys, {
    drop: (name) => [dropConstraint(table, name)],
    rename: (old, name) => renameConstraint(table, old, name),
    add: (name, one) => [{ sql: addForeignKey(table, name, one) }],
  })
}

function primaryKeyOf(table: string, before: Table, after: Table): Difference {
  const named = ({ primaryKey: { name, columns } }: Table) => ({ [name]: columns })
  return compare(named(before), named(after), {
    drop: (name) => [dropConstraint(table, name)],
    rename: (old, name) => renameConstraint(table, old, name),
    add: () => [{ sql: addPrimaryKey(table, after.primaryKey) }],
  })
}

function checksOf(table: string, before: Table, after: Table): Difference {
  return compare(before.checks, after.checks, {
    drop: (name) => [dropConstraint(table, name)],
    rename: (old, name) => renameConstraint(table, old, name),
    add: (name, body) => [{ sql: addCheck(table, name, body) }],
  })
}

/** An index takes a name only after the one that has it has given it away. */
function inOrder(differences: readonly Difference[]): Step[] {
  const waiting = differences.flatMap(({ renames }) => renames)
  const steps: Step[] = []
  while (waiting.length > 0) {
    const free = waiting.findIndex(({ name }) => !waiting.some(({ old }) => old === name))
    steps.push(...waiting.splice(Math.max(free, 0), 1).map(({ step }) => step))
  }
  return steps
}
