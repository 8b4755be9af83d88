import { useLayoutEffect, type RefObject } from 'react'

/**
 * Marks the table's frame with `data-scrolled`: `start` when columns are hidden under the ones that stay at the
 * beginning of the line, `end` when more follow. On the element itself, because scrolling must not draw rows anew.
 */
export function useScrollMarks(around: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const frame = around.current?.querySelector<HTMLElement>('.RaDataTable-tableWrapper')
    if (!frame) return undefined
    const controller = new AbortController()
    const mark = () => {
      // Counted from the beginning of the line: negative where lines run from right to left.
      const hidden = Math.abs(frame.scrollLeft)
      const rest = frame.scrollWidth - frame.clientWidth - hidden
      const marks = [...(hidden > 1 ? ['start'] : []), ...(rest > 1 ? ['end'] : [])]
      frame.dataset['scrolled'] = marks.join(' ')
    }
    frame.addEventListener('scroll', mark, { signal: controller.signal, passive: true })
    // It calls back at once, when the browser has laid the page out anyhow.
    const observer = 'ResizeObserver' in window ? new ResizeObserver(mark) : undefined
    for (const one of [frame, ...frame.children]) observer?.observe(one)
    return () => {
      controller.abort()
      observer?.disconnect()
    }
  })
}
