import { useEffect, useRef } from 'react'

import type { CellPlace } from './typedRows.browser.ts'

/** The cell that an event happened in. */
export function placeOf(target: EventTarget): CellPlace | undefined {
  const cell = target instanceof Element && target.closest<HTMLElement>('[data-cell]')
  const [row, column] = cell ? (cell.dataset['cell'] ?? '').split('.').map(Number) : []
  return row === undefined || column === undefined ? undefined : { row, column }
}

/** Returns what gives a cell the focus once the rows are drawn anew; without any row the button that adds one. */
export function useCellFocus(count: number) {
  const body = useRef<HTMLElement>(null)
  const wanted = useRef<CellPlace & { isNew: boolean }>(undefined)
  useEffect(() => {
    if (!wanted.current) return
    const { row, column, isNew } = wanted.current
    const cell = body.current?.querySelector(`[data-cell="${row}.${column}"]`)
    const fold = cell?.closest('details')
    if (fold && isNew) fold.open = true
    const inputs = 'input:not([aria-hidden]), textarea, [role=combobox]'
    const place = fold?.open === false ? fold.querySelector('summary') : cell?.querySelector(inputs)
    const other = body.current?.querySelector('button')
    ;((place ?? other) as HTMLElement | null | undefined)?.focus()
    wanted.current = undefined
  })
  const focusCell = (row: number, column = 0, { isNew = false } = {}) => {
    wanted.current = { row: Math.min(row, count), column, isNew }
  }
  return { body, focusCell }
}
