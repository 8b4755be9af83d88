/**
 * Marks a frame with `data-scrolled`: `start` when columns are hidden under the ones that stay at the beginning of the line,
 * `end` when more follow. On the element itself, because scrolling must not draw rows anew. Returns what ends it.
 */
export function markScroll(frame: HTMLElement): () => void {
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
}

/** The shadow beside a column that others are scrolled under. Angles, because words for sides get turned over. */
export const scrollShade = (mode: 'light' | 'dark') => ({
  content: '""',
  position: 'absolute',
  insetBlock: 0,
  width: 8,
  opacity: 0,
  transition: 'opacity 150ms',
  pointerEvents: 'none',
  background: `linear-gradient(var(--turn), rgb(0 0 0 / ${mode === 'light' ? 0.12 : 0.45}), transparent)`,
})
