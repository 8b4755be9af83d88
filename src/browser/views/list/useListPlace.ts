import { useLayoutEffect, type RefObject } from 'react'

/** How far a list was scrolled, in pixels, and the record that was chosen last. */
interface ListPlace {
  readonly top: number
  readonly left: number
  readonly pageTop: number
  readonly record?: string | undefined
}

/** By the key of the entry in the browser's history; they last as long as the page. */
const places = new Map<string, ListPlace>()

/** Leads who comes back to a list, as from a record, to where they left it: the rows in sight, and the focus. */
export function useListPlace(region: RefObject<HTMLElement | null>, hasRows: boolean): void {
  useLayoutEffect(() => {
    const root = region.current
    if (!root || !hasRows) return undefined
    restore(root, places.get(historyKey()))
    const controller = new AbortController()
    const options = { signal: controller.signal, passive: true, capture: true }
    const note = ({ type, target }: Event) => {
      const key = historyKey()
      const chosen = type === 'scroll' ? undefined : recordAround(target)
      const { scrollTop: top = 0, scrollLeft: left = 0 } = frameIn(root) ?? {}
      const record = chosen ?? places.get(key)?.record
      places.set(key, { top, left, pageTop: window.scrollY, record })
    }
    for (const type of ['scroll', 'focusin', 'pointerdown']) {
      root.addEventListener(type, note, options)
    }
    window.addEventListener('scroll', note, { signal: controller.signal, passive: true })
    return () => controller.abort()
  }, [region, hasRows])
}

function restore(root: HTMLElement, place: ListPlace | undefined): void {
  if (!place) return
  Object.assign(frameIn(root) ?? {}, { scrollTop: place.top, scrollLeft: place.left })
  if (place.pageTop !== window.scrollY) window.scrollTo({ top: place.pageTop })
  if (!place.record || document.activeElement !== document.body) return
  const row = root.querySelector(`[data-record="${place.record}"]`)
  row?.querySelector<HTMLElement>('.title-link')?.focus({ preventScroll: true })
}

const frameIn = (root: HTMLElement) => root.querySelector('.RaDataTable-tableWrapper')

const recordAround = (target: EventTarget | null) =>
  target instanceof Element
    ? target.closest('[data-record]')?.getAttribute('data-record')
    : undefined

/** react-router names each entry; the first of a page has no name. */
function historyKey(): string {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : ''
}
