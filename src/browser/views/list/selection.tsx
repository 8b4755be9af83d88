import {
  createContext,
  useContext,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { useListContext } from 'react-admin'

import type { Row } from '../../client/records/row.ts'

interface Selection {
  has(id: number): boolean
  /** Selects a row, or no longer; with `isRange` every row from the one that was chosen last. */
  toggle(id: number, isRange: boolean): void
  subscribe(listener: () => void): () => void
}

const none: Selection = { has: () => false, toggle() {}, subscribe: () => () => {} }

const SelectionContext = createContext(none)

/** Tells each row whether it is selected. The context of react-admin's list draws every row anew when one is ticked. */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const list = useListContext<Row>()
  const [store] = useState(() => createStore(list))
  useLayoutEffect(() => store.take(list), [store, list])
  return <SelectionContext.Provider value={store}>{children}</SelectionContext.Provider>
}

/** Whether a row is selected, and what selects it. */
export function useSelected(id: number): [isSelected: boolean, toggle: Selection['toggle']] {
  const { has, toggle, subscribe } = useContext(SelectionContext)
  return [useSyncExternalStore(subscribe, () => has(id)), toggle]
}

type List = ReturnType<typeof useListContext<Row>>

function createStore(first: List) {
  const listeners = new Set<() => void>()
  let list = first
  let selected = new Set(list.selectedIds)
  let last: number | undefined
  return {
    has: (id: number) => selected.has(id),
    /** Hears of the list as it is now. */
    take(next: List) {
      const { selectedIds: before } = list
      list = next
      if (list.selectedIds === before) return
      if (list.selectedIds.length === 0) last = undefined
      selected = new Set(list.selectedIds)
      for (const listener of listeners) listener()
    },
    toggle(id: number, isRange: boolean) {
      const { data = [], selectedIds, onSelect, onToggleItem } = list
      const range = isRange ? idsBetween(data, last, id) : []
      last = id
      if (range.length === 0) return onToggleItem(id)
      onSelect(
        selectedIds.includes(id)
          ? selectedIds.filter((one) => !range.includes(one))
          : [...new Set([...selectedIds, ...range])],
      )
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The rows from one to another, both included; none when the first is not on the page. */
function idsBetween(rows: readonly Row[], from: number | undefined, to: number): number[] {
  const ids = rows.map(({ id }) => id)
  const [start, end] = [ids.indexOf(from ?? NaN), ids.indexOf(to)].sort((one, two) => one - two)
  return start === undefined || end === undefined || start < 0 ? [] : ids.slice(start, end + 1)
}
