import {
  alter,
  type Column,
  type ForeignKey,
  type Index,
  type Step,
  type Structure,
  type Table,
} from './structure.ts'
import { quoted } from '../names.ts'

interface Renamed {
  readonly steps: readonly Step[]
  /** The structure as it stands after the steps. */
  readonly structure: Structure
}

/** Renames the tables and columns whose declarations say so. */
export function renameAll(from: Structure, to: Structure): Renamed {
  const tables = pairsOf(from, to)
  let structure = from
  for (const pair of tables) structure = renameTable(structure, pair)
  const steps = tables.map(([old, name]) => ({ sql: alter(old, `rename to ${quoted(name)}`) }))
  const columnSteps = Object.entries(to).flatMap(([name, table]) => {
    const known = structure[name]
    const pairs = known ? pairsOf(known.columns, table.columns) : []
    for (const pair of pairs) structure = renameColumn(structure, name, pair)
    return pairs.map(([old, column]) => ({
      sql: alter(name, `rename column ${quoted(old)} to ${quoted(column)}`),
    }))
  })
  return { steps: [...steps, ...columnSteps], structure }
}

type Pair = readonly [old: string, name: string]
type Renameable = Readonly<Record<string, { readonly renamedFrom?: readonly string[] }>>

/**
 * A rename is done once: never when the new name exists. One may make way for another, but a name that
 * is still wanted for what it is stays.
 */
function pairsOf(from: Renameable, to: Renameable): Pair[] {
  const present = new Set(Object.keys(from))
  const movable = new Set(present)
  const pairs: Pair[] = []
  const wanted = Object.entries(to).flatMap(([name, { renamedFrom = [] }]) =>
    renamedFrom.filter((old) => !to[old] || to[old].renamedFrom).map((old): Pair => [name, old]),
  )
  const next = () => wanted.find(([name, old]) => movable.has(old) && !present.has(name))
  for (let found = next(); found; found = next()) {
    const [name, old] = found
    movable.delete(old)
    present.delete(old)
    present.add(name)
    pairs.push([old, name])
  }
  return pairs
}

function renameTable(structure: Structure, pair: Pair): Structure {
  const follow = (table: Table): Table => ({
    ...table,
    foreignKeys: mapEntries(table.foreignKeys, (key, one) => [
      key,
      { ...one, target: swapped(one.target, pair) },
    ]),
  })
  return mapEntries(structure, (name, table) => [swapped(name, pair), follow(table)])
}

function renameColumn(structure: Structure, name: string, pair: Pair): Structure {
  return mapEntries(structure, (key, table) => [
    key,
    key === name ? withColumnRenamed(table, pair) : table,
  ])
}

function withColumnRenamed(table: Table, pair: Pair): Table {
  const text = (value: string) => renameIn(value, pair)
  return {
    ...table,
    columns: mapEntries(table.columns, (key, one: Column) => [swapped(key, pair), one]),
    primaryKey: {
      ...table.primaryKey,
      columns: table.primaryKey.columns.map((one) => swapped(one, pair)),
    },
    checks: mapEntries(table.checks, (key, body: string) => [key, text(body)]),
    indexes: mapEntries(table.indexes, (key, { columns, includes, where, ...rest }: Index) => [
      key,
      {
        ...rest,
        columns: columns.map(text),
        ...(includes && { includes: includes.map(text) }),
        ...(where !== undefined && { where: text(where) }),
      },
    ]),
    foreignKeys: mapEntries(table.foreignKeys, (key, one: ForeignKey) => [
      key,
      { ...one, column: swapped(one.column, pair) },
    ]),
  }
}

const swapped = (value: string, [old, name]: Pair) => (value === old ? name : value)

const tokens = /'(?:[^']|'')*'|::\w+|"(?:[^"]|"")*"|\w+/g

/** Where this guesses wrong, an index or check is made anew instead of kept. */
function renameIn(text: string, pair: Pair): string {
  return text.replaceAll(tokens, (token) =>
    token === quoted(pair[0]) ? quoted(pair[1]) : swapped(token, pair),
  )
}

function mapEntries<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (key: string, value: Value) => [string, Result],
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => map(key, value)))
}
