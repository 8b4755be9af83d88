import { isDeepStrictEqual } from 'node:util'

import { createIndex, type Index, type Step, type Table } from './structure.ts'
import { identifier, quoted } from '../names.ts'
import { type Difference, compare } from './compare.ts'

/**
 * On a large table that exists an index is made while others write, and the one that it replaces goes afterwards: nothing is
 * searched without an index meanwhile.
 */
export function indexesOf(table: string, after: Table, before?: Table): Difference {
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
