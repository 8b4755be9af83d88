/** The rows of the list on the screen, read from the page itself: any table of any screen will do. */
const rows = () => [...document.querySelectorAll<HTMLElement>('#content tbody tr')].filter(linkOf)

const linkOf = (row: HTMLElement) => row.querySelector<HTMLElement>('a[href]')
const boxOf = (row: HTMLElement) => row.querySelector<HTMLInputElement>('input[type=checkbox]')

export const hasRows = () => rows().length > 0
export const hasBoxes = () => rows().some((row) => boxOf(row) !== null)

/** The row that has the focus somewhere in it. */
export const currentRow = () => rows().find((row) => row.contains(document.activeElement))

/** The address that the link of the current row leads to. */
export function currentAddress(): string | undefined {
  const row = currentRow()
  const address = row && linkOf(row)?.getAttribute('href')
  return address ?? undefined
}

/** Moves the focus to the link of the next row, or of the one before; at first to the first row. */
export function moveRow(step: 1 | -1): void {
  const all = rows()
  const here = all.findIndex((row) => row.contains(document.activeElement))
  const next = all[here < 0 ? 0 : Math.min(Math.max(here + step, 0), all.length - 1)]
  if (!next) return
  linkOf(next)?.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
}

/** Chooses the current row or no longer; where there is none, goes to the first. */
export function toggleRow(): void {
  const row = currentRow()
  if (row) boxOf(row)?.click()
  else moveRow(1)
}
