/** So many elements around the pointer are looked at. */
const depth = 4

/**
 * Shows the whole of a text that has no room, like the label of a field or the head of a narrow column, as the browser shows
 * titles, while it is pointed at. Returns a function that stops it.
 */
export function tellCut(): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let told: HTMLElement | undefined
  const forget = () => {
    told?.removeAttribute('title')
    told = undefined
  }
  const tell = ({ target }: Event) => {
    forget()
    const cut = target instanceof HTMLElement ? cutAt(target) : undefined
    if (!cut) return
    const { at, text } = cut
    if (at.closest<HTMLElement>('[title]')?.title.includes(text)) return
    at.title = text
    told = at
  }
  document.addEventListener('mouseover', tell, { signal })
  return () => {
    forget()
    controller.abort()
  }
}

function cutAt(target: HTMLElement): { at: HTMLElement; text: string } | undefined {
  // A label lets the pointer through to what is labelled.
  const label = target.closest('.MuiFormControl-root')?.querySelector('label')
  if (label && isCut(label)) return { at: target, text: textOf(label) }
  let at: HTMLElement | null = target
  for (let level = 0; at && level < depth && !at.title; level += 1) {
    if (isCut(at)) return { at, text: textOf(at) }
    at = at.parentElement
  }
  return undefined
}

const textOf = ({ textContent }: HTMLElement) => textContent.trim()

function isCut(element: HTMLElement): boolean {
  const isWider = element.scrollWidth > element.clientWidth
  return isWider && getComputedStyle(element).textOverflow === 'ellipsis'
}
