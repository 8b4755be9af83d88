import DragIndicatorIcon from '@mui/icons-material/DragIndicator'
import IconButton from '@mui/material/IconButton'
import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
} from 'react'

import type { Resource } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import { sortText } from '../../client/records/order.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useReadAgain } from '../../client/records/resources.ts'
import type { Row } from '../../client/records/row.ts'
import { useNotifyResult } from '../../ui/useNotifyResult.ts'
import type { BulkDone } from '../actions/action.ts'
import { undoOf } from '../actions/done.ts'
import { useTellDone } from '../actions/useTellDone.ts'
import {
  useListFilter,
  useListProgress,
  useListRows,
  useListSort,
  useListState,
} from '../list/listState.tsx'
import { type Place, useArranging } from '../list/useArranging.ts'
import english from '../../../texts/en/lists.json'
import { recordTitle } from './cells/cells.tsx'

interface Arranging {
  /** Takes what holds the rows from a handle that is used. */
  find(handle: Element): void
  placeOf(name: string): Place
  /** The row that the keys have moved keeps the focus. */
  keep(name: string): void
}

const ArrangingContext = createContext<Arranging | undefined>(undefined)

interface ArrangedProps {
  resource: Resource
  children: ReactNode
}

/** Lets the rows around be put in order, where all of them stand there in the order that people give them. */
export function Arranged({ resource, children }: ArrangedProps) {
  const rows = useListRows()
  const isWhole = useIsWhole(resource)
  const list = useRef<HTMLElement>(null)
  const focused = useRef<string>(undefined)
  const save = useSaveOrder(resource, rows)
  const order = rows.map(({ id }) => String(id))
  const { placeOf } = useArranging(list, order, (next) => void save(next))
  useEffect(() => {
    const name = focused.current
    focused.current = undefined
    // A browser takes the focus from an element that it moves.
    if (name !== undefined && document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>(`[data-record="${name}"] .row-handle`)?.focus()
    }
  }, [rows])
  const find = (handle: Element) => {
    list.current = handle.closest('[data-record]')?.parentElement ?? null
  }
  const keep = (name: string) => void (focused.current = name)
  return (
    <ArrangingContext value={isWhole ? { find, placeOf, keep } : undefined}>
      {children}
    </ArrangingContext>
  )
}

/** Nothing else sorts the list, nothing narrows it, and it stands on one page. */
function useIsWhole({ arranged }: Resource): boolean {
  const { sort } = useListSort()
  const { filterValues } = useListFilter()
  const { total } = useListState()
  const { isPlaceholderData } = useListProgress()
  const { length } = useListRows()
  const isOpen = sortText(sort) === arranged && Object.keys(filterValues).length === 0
  return isOpen && !isPlaceholderData && length > 1 && total === length
}

/** Saves a new order in one call. One is saved before the next may begin. */
function useSaveOrder(resource: Resource, rows: readonly Row[]) {
  const provider = useProvider()
  const readAgain = useReadAgain()
  const tellDone = useTellDone()
  const told = useNotifyResult()
  const isBusy = useRef(false)
  return async (order: readonly string[]) => {
    if (isBusy.current) return
    isBusy.current = true
    const ids = order.map(Number)
    const versions = ids.map((id) => rows.find((row) => row.id === id)?.version)
    await told(async () => {
      const path = `/${resource.api}/arrange`
      const { data } = await provider.call<BulkDone>('POST', path, { ids, versions })
      const { length: count } = data.records ?? []
      const action = { name: 'update', label: '' }
      const way = undoOf({ resource, action, target: { selection: { ids }, count } }, data)
      const fields = [resource.arranged ?? '']
      tellDone({ resource: resource.name, act: 'update', count, fields }, way)
    })
    isBusy.current = false
    readAgain(resource.name)
  }
}

/** Drags a row to another place; the arrow keys, Home and End move it as well. */
export function RowHandle({ resource, record }: { resource: Resource; record: Row }) {
  const t = useT(english)
  const arranging = useContext(ArrangingContext)
  const name = String(record.id)
  if (!arranging) return null
  const place = arranging.placeOf(name)
  return (
    <IconButton
      size="small"
      className="row-handle"
      aria-label={t('drag_column', { label: recordTitle(resource, record) })}
      data-held={place.isHeld || undefined}
      data-target={place.target}
      onPointerDown={(event: PointerEvent) => {
        arranging.find(event.currentTarget)
        place.onPointerDown(event)
      }}
      onKeyDown={(event: KeyboardEvent) => {
        arranging.find(event.currentTarget)
        arranging.keep(name)
        place.onKeyDown(event)
      }}
      sx={handleStyle}
    >
      <DragIndicatorIcon fontSize="small" />
    </IconButton>
  )
}

const handleStyle = {
  color: 'text.secondary',
  cursor: 'grab',
  touchAction: 'none',
  displayPrint: 'none',
  width: { xs: 44, sm: 32 },
  height: { xs: 44, sm: 32 },
  '&[data-held]': { cursor: 'grabbing' },
}
