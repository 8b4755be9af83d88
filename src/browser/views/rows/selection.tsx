import {
  createContext,
  memo,
  type MouseEvent,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { useListContext } from 'react-admin'

import type { Resource } from '#schema'

import { useNames, useT } from '../../client/i18n/texts.ts'
import type { Row } from '../../client/records/row.ts'
import { recordTitle } from './cells.tsx'

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
function useSelected(id: number): [isSelected: boolean, toggle: Selection['toggle']] {
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

interface SelectProps {
  resource: Resource
  record: Row
}

/** Selects one record, in a row or in a card. */
export const SelectRow = memo(function SelectRow({ resource, record }: SelectProps) {
  const [isSelected, toggle] = useSelected(record.id)
  return (
    <SelectBox
      label={useSelectLabel({ resource, record })}
      isChecked={isSelected}
      onToggle={({ shiftKey }) => toggle(record.id, shiftKey)}
    />
  )
})

/** `Choose author #7 Ana Berg`: two records may have one title. */
function useSelectLabel({ resource, record }: SelectProps): string {
  const t = useT()
  const { one } = useNames(resource)
  const number = `#${record.id}`
  const title = recordTitle(resource, record)
  return t('choose_record', {
    one: one.toLowerCase(),
    title: title === number ? title : `${number} ${title}`,
  })
}

/** Selects every row of the page, or none of them any more. Those of other pages stay as they are. */
export function SelectPage() {
  const t = useT()
  const { data = [], selectedIds, onSelect } = useListContext<Row>()
  const ids = data.map(({ id }) => id)
  const count = ids.filter((id) => selectedIds.includes(id)).length
  const isAll = ids.length > 0 && count === ids.length
  const others = selectedIds.filter((id) => !ids.includes(id))
  return (
    <SelectBox
      label={t('select_page')}
      isChecked={isAll}
      isPartly={count > 0 && !isAll}
      onToggle={() => onSelect(isAll ? others : [...others, ...ids])}
    />
  )
}

interface BoxProps {
  label: string
  isChecked: boolean
  /** Some of what it stands for is selected, and not all. */
  isPartly?: boolean
  onToggle(event: MouseEvent): void
}

/** A box that selects rows (`controlStyle`). */
function SelectBox({ label, isChecked, isPartly = false, onToggle }: BoxProps) {
  return (
    <input
      type="checkbox"
      className="row-box"
      aria-label={label}
      checked={isChecked}
      // A click tells of the shift key, a change does not.
      onChange={nothing}
      onClick={onToggle}
      ref={(input) => {
        if (input) input.indeterminate = isPartly
      }}
    />
  )
}

const nothing = () => {}
