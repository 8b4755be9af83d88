const controls = 'a[href], button, input, [tabindex="0"]'

/** Where the focus was: which row of the list, and which of its controls. */
interface Place {
  readonly row: number
  readonly control: number
}

/**
 * Gives the focus a new home when what has it leaves the page: a deleted row, a bar that closes. The row that
 * came in its place takes it, else the list's first control. Brings a tool of a cell into sight. Answers how to stop.
 */
export function keepFocus(region: HTMLElement): () => void {
  let last: Element | undefined
  let place: Place | undefined
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

function placeOf(region: HTMLElement, target: Element): Place | undefined {
  const rows = rowsOf(region)
  const row = rows.findIndex((one) => one.contains(target))
  const own = [...(rows[row]?.querySelectorAll(controls) ?? [])]
  return row < 0 ? undefined : { row, control: own.indexOf(target) }
}

function homeIn(region: HTMLElement, place: Place | undefined): HTMLElement | undefined {
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
