import { useStore } from 'react-admin'

import type { Resource } from '#schema'

/** The widths that a person gave to columns of a list in this browser, by field, in pixels. */
export type ColumnWidths = Readonly<Record<string, number>>

const none: ColumnWidths = {}

/** Narrower than that a column says nothing, in pixels. */
const least = 56

/** Returns the widths of a list's columns, and what changes them; without a width a column is as wide as it needs. */
export function useColumnWidths(resource: Resource | undefined) {
  const [widths = none, setWidths] = useStore<ColumnWidths | undefined>(
    `${resource?.name}.column_widths`,
  )
  const setWidth = (name: string, width: number | undefined) => {
    const { [name]: _before, ...others } = widths
    setWidths(
      width === undefined ? others : { ...others, [name]: Math.max(least, Math.round(width)) },
    )
  }
  return { widths, setWidth, reset: () => setWidths(undefined) }
}

/** The head of a column that is shown now. */
export const headOf = (name: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`th[data-column="${name}"]`)

/** Follows the pointer with the edge of a column; `setWidth` is called when it sets out and when it lets go. */
export function dragWidth(
  grip: HTMLElement,
  { clientX, pointerId }: PointerEvent,
  setWidth: (width: number) => void,
): void {
  const head = grip.closest('th')
  if (!head) return
  const first = head.getBoundingClientRect().width
  const direction = getComputedStyle(head).direction === 'rtl' ? -1 : 1
  const widthAt = (x: number) => Math.max(least, first + direction * (x - clientX))
  const controller = new AbortController()
  const { signal } = controller
  let isMoved = false
  grip.setPointerCapture?.(pointerId)
  const follow = (event: PointerEvent) => {
    const width = widthAt(event.clientX)
    if (!isMoved) setWidth(width)
    isMoved = true
    Object.assign(head.style, {
      width: `${width}px`,
      minWidth: `${width}px`,
      maxWidth: `${width}px`,
    })
  }
  const end = (event: PointerEvent) => {
    controller.abort()
    if (isMoved) setWidth(widthAt(event.clientX))
  }
  grip.addEventListener('pointermove', follow, { signal })
  grip.addEventListener('pointerup', end, { signal })
  grip.addEventListener('pointercancel', end, { signal })
}
