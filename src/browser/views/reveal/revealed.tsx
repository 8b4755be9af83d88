import {
  createContext,
  type ReactNode,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'

import { type Field, isMask, isMasked, mayRead, mayUnmask, type Resource, type User } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { createSignal } from '../../client/storage/persisted.ts'

/** A value in the clear, and the mask that it stands in the place of. */
interface Revealed {
  readonly mask: unknown
  readonly value: unknown
}

type RevealedFields = Readonly<Record<string, Revealed>>

/** Values by id of the record, then by field. */
export type ValuesById = Readonly<Record<string, Readonly<Record<string, unknown>>>>

type RevealedStore = ReturnType<typeof createRevealedStore>

/** What was revealed on one page of the console. It goes when the page is left. */
function createRevealedStore() {
  const byId = new Map<number, RevealedFields>()
  const signal = createSignal()
  let left: number | undefined
  let version = 0
  const changed = () => {
    version += 1
    signal.send()
  }
  return {
    of: (id: number): RevealedFields | undefined => byId.get(id),
    add(records: readonly Row[], values: ValuesById) {
      for (const record of records) {
        const own = Object.entries(values[record.id] ?? {})
        const fields = own.map(([name, value]) => [name, { mask: record[name], value }])
        byId.set(record.id, { ...byId.get(record.id), ...Object.fromEntries(fields) })
      }
      changed()
    },
    /** Masks one record again, or all. */
    forget(id?: number) {
      if (id === undefined) byId.clear()
      else byId.delete(id)
      changed()
    },
    /** Actions left within the hour, as far as the server has said. */
    left: () => left,
    setLeft(next: number) {
      left = next
      changed()
    },
    /** Changes with every change. */
    version: () => version,
    subscribe: signal.listen,
  }
}

const RevealedContext = createContext<RevealedStore>(createRevealedStore())

export const useRevealed = (): RevealedStore => useContext(RevealedContext)

/** The record with what was revealed of it in the place of the masks; the very same record where there is nothing. */
export function useOpened(record: Row): Row
export function useOpened(record: Row | undefined): Row | undefined
export function useOpened(record: Row | undefined): Row | undefined {
  const store = useRevealed()
  const fields = useSyncExternalStore(store.subscribe, () => record && store.of(record.id))
  return useMemo(() => record && openedRecord(record, fields), [record, fields])
}

/** A mask that is another one by now stands for another value. */
export function openedRecord(record: Row, fields: RevealedFields = {}): Row {
  const open = Object.entries(fields).filter(([name, { mask }]) => record[name] === mask)
  if (open.length === 0) return record
  return { ...record, ...Object.fromEntries(open.map(([name, { value }]) => [name, value])) }
}

/** Keeps what is revealed on the page within it, as long as it stands. */
export function RevealedValues({ children }: { children: ReactNode }) {
  const [store] = useState(createRevealedStore)
  return <RevealedContext value={store}>{children}</RevealedContext>
}

interface OpenedProps {
  record: Row
  render(record: Row): ReactNode
}

/** Draws a part of a record anew, and nothing else, when something of it is revealed. */
export function Opened({ record, render }: OpenedProps) {
  return render(useOpened(record))
}

/** The fields whose values are masked until this user reveals them. */
export const revealableNames = (resource: Resource, user: User): string[] =>
  Object.entries<Field>(resource.fields)
    .filter(([, field]) => isMasked(field) && mayRead(user, field) && mayUnmask(user, field))
    .map(([name]) => name)

/** Those of the names under which a record holds a mask. */
export const masksIn = (record: Row, names: readonly string[]): string[] =>
  names.filter((name) => isMask(record[name]))
