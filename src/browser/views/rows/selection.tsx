import {
  createContext,
  memo,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { useListContext } from 'react-admin'

import type { Resource } from '#schema'

import { useNames, useT } from '../../client/i18n/texts.ts'
import type { Row } from '../../client/records/row.ts'
import { createSignal } from '../../client/storage/persisted.ts'
import { useListRows, useProvided } from '../list/listState.tsx'
import { recordTitle } from './cells/cells.tsx'

type List = ReturnType<typeof useListContext<Row>>
type Selection = ReturnType<typeof createSelection>

const SelectionContext = createContext<Selection | undefined>(undefined)

/** Tells each row whether it is selected. The context of react-admin's list draws every row anew when one is ticked. */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const list = useListContext<Row>()
  const [selection] = useState(() => createSelection(list))
  useLayoutEffect(() => selection.take(list), [selection, list])
  return <SelectionContext value={selection}>{children}</SelectionContext>
}

function useSelectionOf<Part>(part: (selection: Selection) => Part): [Part, Selection] {
  const selection = useSelection()
  return [useSyncExternalStore(selection.subscribe, () => part(selection)), selection]
}

/** Returns the selected ids of the list around, also those of other pages, and what selects others. */
export const useSelectedIds = () => useSelectionOf((selection) => selection.ids())

/** Returns the rows of the page while some are selected; before, others draw nothing anew. */
export const useRowsBesideSelected = () =>
  useSelectionOf((selection) => selection.rowsBesideSelected())[0]

/** Returns what knows the rows of the list around, and draws nothing anew when they are others. */
export const useSelection = (): Selection => useProvided(SelectionContext)

function createSelection(first: List) {
  const { listen, send } = createSignal()
  let list = first
  let selected = new Set(list.selectedIds)
  let last: number | undefined
  return {
    subscribe: listen,
    has: (id: number) => selected.has(id),
    ids: () => list.selectedIds,
    /** The rows of the page, selected or not. */
    rows: (): readonly Row[] => list.data ?? [],
    rowsBesideSelected: (): readonly Row[] => (list.selectedIds.length > 0 && list.data) || noRows,
    select: (ids: number[]) => list.onSelect(ids),
    /** Hears of the list as it is now. */
    take(next: List) {
      const before = list
      list = next
      const isSame = list.selectedIds === before.selectedIds
      if (isSame && (list.selectedIds.length === 0 || list.data === before.data)) return
      if (list.selectedIds.length === 0) last = undefined
      if (!isSame) selected = new Set(list.selectedIds)
      send()
    },
    /** Selects a row, or no longer; with `isRange` every row from the one that was chosen last. */
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
  }
}

const noRows: readonly Row[] = []

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

/** Selects one record, in a row or in a card: `Choose author #7 Ana Berg`, because two may have one title. */
export const SelectRow = memo(function SelectRow({ resource, record }: SelectProps) {
  const t = useT()
  const { one } = useNames(resource)
  const label = useMemo(() => {
    const number = `#${record.id}`
    const title = recordTitle(resource, record)
    return t('choose_record', {
      one: one.toLowerCase(),
      title: title === number ? title : `${number} ${title}`,
    })
  }, [t, one, resource, record])
  const [isSelected, { toggle }] = useSelectionOf(({ has }) => has(record.id))
  return (
    <SelectBox
      label={label}
      isChecked={isSelected}
      onToggle={({ shiftKey }) => toggle(record.id, shiftKey)}
    />
  )
})

/** Selects every row of the page, or none of them any more. Those of other pages stay as they are. */
export function SelectPage() {
  const t = useT()
  const data = useListRows()
  const [selectedIds, { select }] = useSelectedIds()
  const ids = data.map(({ id }) => id)
  const count = ids.filter((id) => selectedIds.includes(id)).length
  const isAll = ids.length > 0 && count === ids.length
  const others = selectedIds.filter((id) => !ids.includes(id))
  return (
    <SelectBox
      label={t('select_page')}
      isChecked={isAll}
      isPartly={count > 0 && !isAll}
      onToggle={() => select(isAll ? others : [...others, ...ids])}
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
