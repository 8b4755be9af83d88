import { isDeepStrictEqual } from 'node:util'

import {
  addCheck,
  addForeignKey,
  addPrimaryKey,
  alter,
  createIndex,
  createTable,
  type Index,
  type Step,
  type Structure,
  type Table,
} from './structure.ts'
import { columnSteps } from './diffColumns.ts'
import { identifier, quoted } from '../names.ts'
import { renameAll } from './rename.ts'

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

interface Difference {
  readonly drops: readonly Step[]
  readonly renames: readonly Rename[]
  readonly adds: readonly Step[]
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

/**
 * On a large table that exists an index is made while others write, and the one that it replaces goes afterwards: nothing is
 * searched without an index meanwhile.
 */
function indexesOf(table: string, after: Table, before?: Table): Difference {
  const isLive = before !== undefined && after.isLarge
  const mayStay = isLive && hasSameColumns(before, after)
  const { drops, renames, adds } = compare(before?.indexes ?? {}, after.indexes, {
    drop(name) {
      if (!mayStay) return [{ sql: `drop index ${quoted(name)}` }]
      return after.indexes[name] ? [] : [dropOutside(name)]
    },
    rename: (old, name) => ({ sql: `alter index ${quoted(old)} rename to ${quoted(name)}` }),
    add: (name, index) => {
      if (!isLive) return [{ sql: createIndex(table, name, index) }]
      return mayStay && before.indexes[name]
        ? replaceOutside(table, name, index)
        : createOutside(table, name, index)
    },
  })
  return mayStay ? { drops: [], renames, adds: [...adds, ...drops] } : { drops, renames, adds }
}

/** Whether an index of the columns may stay until another one has been made. */
const hasSameColumns = (before: Table, after: Table) =>
  Object.entries(before.columns).every(([name, column]) =>
    isDeepStrictEqual(after.columns[name], column),
  )

const dropOutside = (name: string): Step => ({
  sql: `drop index concurrently if exists ${quoted(name)}`,
  isOutside: true,
})

/** What an attempt that was cut off has left goes first. */
const createOutside = (table: string, name: string, index: Index): Step[] => [
  dropOutside(name),
  { sql: createIndex(table, name, index, 'concurrently '), isOutside: true },
]

function replaceOutside(table: string, name: string, index: Index): Step[] {
  const fresh = identifier(name, 'new')
  return [
    ...createOutside(table, fresh, index),
    dropOutside(name),
    { sql: `alter index ${quoted(fresh)} rename to ${quoted(name)}`, isOutside: true },
  ]
}

interface Rename {
  readonly old: string
  readonly name: string
  readonly step: Step
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

interface Steps<Value> {
  drop(name: string): Step[]
  rename(old: string, name: string): Step
  add(name: string, value: Value): Step[]
}

/** What has the same definition is kept, under its new name; a definition that changes is made anew. */
function compare<Value>(
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
  { drop, rename, add }: Steps<Value>,
): Difference {
  const isKept = ([name, value]: [string, Value]) => isDeepStrictEqual(before[name], value)
  const wanted = Object.entries(after).filter((entry) => !isKept(entry))
  const spare = Object.entries(before).filter(
    ([name, value]) => !isDeepStrictEqual(after[name], value),
  )
  const pairs = wanted.flatMap(([name, value]) => {
    const index = spare.findIndex(
      ([old, one]) =>
        !Object.hasOwn(after, old) && !Object.hasOwn(before, name) && isDeepStrictEqual(one, value),
    )
    return index < 0 ? [] : [{ old: spare.splice(index, 1)[0]?.[0] ?? '', name }]
  })
  const renamed = new Set(pairs.map(({ name }) => name))
  return {
    drops: spare.flatMap(([name]) => drop(name)),
    renames: pairs.map(({ old, name }) => ({ old, name, step: rename(old, name) })),
    adds: wanted
      .filter(([name]) => !renamed.has(name))
      .flatMap(([name, value]) => add(name, value)),
  }
}
