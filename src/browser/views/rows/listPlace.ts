import { type RefObject, useLayoutEffect } from 'react'

/** How far a list was scrolled, in pixels, and the record that was chosen last. */
interface ListPlace {
  readonly top: number
  readonly left: number
  readonly pageTop: number
  readonly record?: string | undefined
}

/** By the key of the entry in the browser's history; they last as long as the page. */
const places = new Map<string, ListPlace>()

/** The key of the entry in which the list of a resource stood last. */
const entries = new Map<string, string>()

/** Brings who comes back to a list, as from a record, to where they left it: the rows in sight, and the focus. */
export function useListPlace(
  name: string,
  region: RefObject<HTMLElement | null>,
  hasRows: boolean,
): void {
  useLayoutEffect(() => {
    const root = region.current
    if (!root || !hasRows) return undefined
    restore(root, places.get(historyKey()))
    entries.set(name, historyKey())
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
  }, [name, region, hasRows])
}

/** Who comes back to the list of a resource finds this record chosen in it. */
export function chooseInList(name: string, id: number): void {
  const key = entries.get(name)
  const place = key !== undefined && places.get(key)
  if (place) places.set(key, { ...place, record: String(id) })
}

function restore(root: HTMLElement, place: ListPlace | undefined): void {
  if (!place) return
  Object.assign(frameIn(root) ?? {}, { scrollTop: place.top, scrollLeft: place.left })
  if (place.pageTop !== window.scrollY) window.scrollTo({ top: place.pageTop })
  // A click beside all controls has given the focus to the page as a whole.
  if (!place.record || !document.activeElement?.matches('body, main')) return
  const row = root.querySelector(`[data-record="${place.record}"]`)
  row?.querySelector<HTMLElement>('.title-link')?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
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

const controls = 'a[href], button, input, [tabindex="0"]'

/** Where the focus was: which row of the list, and which of its controls. */
interface FocusPlace {
  readonly row: number
  readonly control: number
}

/**
 * Gives the focus a new home when what has it leaves the page: a deleted row, a bar that closes. The row that
 * came in its place takes it, else the list's first control. Brings a tool of a cell into sight. Returns a function that stops it.
 */
export function keepFocus(region: HTMLElement): () => void {
  let last: Element | undefined
  let place: FocusPlace | undefined
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    last = target
    place = placeOf(region, target)
    // The browser leaves what stands half behind a column that stays in place where it is.
    if (target.matches('.cell-tool:focus-visible')) {
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
  }
  const mend = () => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!isLost || !last || last.isConnected) return
    last = undefined
    homeIn(region, place)?.focus()
  }
  const observer = new MutationObserver(mend)
  observer.observe(region, { childList: true, subtree: true })
  region.addEventListener('focusin', remember)
  return () => {
    observer.disconnect()
    region.removeEventListener('focusin', remember)
  }
}

const rowsOf = (region: HTMLElement) => [
  ...region.querySelectorAll<HTMLElement>('tbody tr, [data-card]'),
]

function placeOf(region: HTMLElement, target: Element): FocusPlace | undefined {
  const rows = rowsOf(region)
  const row = rows.findIndex((one) => one.contains(target))
  const own = [...(rows[row]?.querySelectorAll(controls) ?? [])]
  return row < 0 ? undefined : { row, control: own.indexOf(target) }
}

function homeIn(region: HTMLElement, place: FocusPlace | undefined): HTMLElement | undefined {
  const rows = rowsOf(region)
  const row = place && rows[Math.min(place.row, rows.length - 1)]
  if (row) {
    const own = [...row.querySelectorAll<HTMLElement>(controls)]
    return own[place.control] ?? own[0]
  }
  return (
    region.querySelector<HTMLElement>('table input, table a[href], a[href], button') ?? undefined
  )
}
