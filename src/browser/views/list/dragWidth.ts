import { least } from './columnWidths.ts'

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
