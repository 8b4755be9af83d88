import { isPlainClick } from '../../../client/addresses/navigation.tsx'

/** The cell that is to be edited in place. */
export interface CellTarget {
  readonly id: number
  readonly name: string
  /** The table cell, or what stands for it in a card. */
  readonly anchor: HTMLElement
}

interface Hearing {
  /** Opens the record of a row or a card. */
  follow(path: string): void
  edit(target: CellTarget): void
  /** Returns whether it was copied. */
  copy(text: string): Promise<boolean>
}

/** How long a copied value is marked, in milliseconds. */
const markedFor = 1500

/**
 * Hears clicks and keys of cells below an element. On the way up to it an event has not reached React yet: what
 * is stopped here opens no record. Returns a function that stops it.
 */
export function hearCells(region: HTMLElement, { follow, edit, copy }: Hearing): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const open = (event: Event, cell: HTMLElement | null) => {
    const target = cell && targetOf(cell)
    if (!target) return
    event.preventDefault()
    event.stopPropagation()
    edit(target)
  }
  const click = (event: MouseEvent) => {
    const tool = within(event, '.cell-tool')
    if (tool?.hasAttribute('data-edit')) return open(event, cellOf(tool))
    const text = tool?.getAttribute('data-copy')
    if (tool && text) {
      event.stopPropagation()
      return void copy(text).then((isCopied) => mark(tool, isCopied))
    }
    const path = pathAt(event)
    if (path === undefined || !isPlainClick(event)) return
    event.preventDefault()
    follow(path)
  }
  region.addEventListener('click', click, { signal })
  region.addEventListener('dblclick', (event) => open(event, cellAt(event)), { signal })
  region.addEventListener('keydown', (event) => hearKey(event, open), { signal })
  return () => controller.abort()
}

/** Where a click goes: a link of a record, or anything else in its row that is no control and cannot be edited in place. */
function pathAt(event: MouseEvent): string | undefined {
  const link = within(event, titleLink)
  if (link) return link.getAttribute('href') ?? undefined
  // A click that ends the marking of text is no click on the row; the first of two must not take anybody away from its cell.
  const isMeantElse = within(event, 'a, button, input, label') ?? cellAt(event)
  if (isMeantElse || window.getSelection()?.type === 'Range') return undefined
  return within(event, 'tbody tr')?.querySelector(titleLink)?.getAttribute('href') ?? undefined
}

const titleLink = 'a.title-link'

function hearKey(event: KeyboardEvent, open: (event: Event, cell: HTMLElement | null) => void) {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  if (altKey || ctrlKey || metaKey || shiftKey) return
  if (key === 'F2') open(event, cellAt(event))
  if (key === 'ArrowRight' || key === 'ArrowLeft') step(event, key === 'ArrowRight')
}

/** From one control of a row to the next one, tools included. */
function step(event: KeyboardEvent, isRight: boolean): void {
  const here = within(event, 'a[href], button, input[type=checkbox]')
  const row = here?.closest('tr')
  if (!here || !row) return
  const controls = [
    ...row.querySelectorAll<HTMLElement>('a[href], button, input[type=checkbox]'),
  ].filter((one) => !one.hasAttribute('disabled'))
  const isForward = isRight === (getComputedStyle(row).direction !== 'rtl')
  const next = controls[controls.indexOf(here) + (isForward ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

const within = (event: Event, selector: string) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null

const cellAt = (event: Event) => {
  const box = within(event, 'td, dd')
  return box?.querySelector<HTMLElement>('[data-inline]') ?? null
}

const cellOf = (tool: HTMLElement) => tool.closest<HTMLElement>('[data-inline]')

function targetOf(cell: HTMLElement): CellTarget | undefined {
  const { inline: name, record } = cell.dataset
  const anchor = cell.closest<HTMLElement>('td, dd') ?? cell
  return name ? { id: Number(record), name, anchor } : undefined
}

function mark(tool: HTMLElement, isCopied: boolean): void {
  if (!isCopied) return
  tool.setAttribute('data-copied', '')
  setTimeout(() => tool.removeAttribute('data-copied'), markedFor)
}
