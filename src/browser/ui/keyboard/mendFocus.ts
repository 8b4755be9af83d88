/** How long others may take to give the focus a place of their own, in milliseconds. */
const focusDelayMs = 100

const controls =
  'a[href], button, input, textarea, select, summary, [tabindex]:not([tabindex="-1"])'

/** What a dialog gives the focus to when nothing in it asks for it: all of it, without a mark that can be seen. */
const dialogRoot = '.MuiDialog-container'

/** What stood around the element that had the focus last, from within outwards. */
interface Level {
  readonly element: Element
  readonly parent: Element
  readonly before: Element | null
  readonly after: Element | null
}

/**
 * Gives the focus a new home when what has it leaves the page and no other code does: the nearest control of what is
 * left around it, at last the heading of the page; in a dialog its first control. Returns a function that stops it.
 */
export function mendFocus(): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let levels: readonly Level[] = []
  let path = ''
  let pressedBy = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLost = () => document.activeElement === null || document.activeElement === document.body
  const isGone = () => levels[0] !== undefined && !levels[0].element.isConnected
  const shownAgain = () => {
    const element = levels[0]?.element
    return element instanceof HTMLElement && isShown(element) ? element : undefined
  }
  const mend = () => {
    timer = undefined
    // A finger has no focus to lose, and a field that got it would open the keyboard of a phone.
    if (pressedBy === 'touch' || !isLost()) return
    const back = shownAgain()
    if (back) return back.focus()
    if (!isGone()) return
    // Another page has nothing that stood beside it.
    const hasMoved = path !== window.location.pathname
    const home = (hasMoved ? heading() : undefined) ?? homeBeside(levels) ?? heading()
    home?.focus()
  }
  const remember = ({ target }: FocusEvent) => {
    // A click beside everything in a dialog gives the focus to its root too, and must not scroll it.
    if (pressedBy === 'key' && target instanceof HTMLElement && target.matches(dialogRoot)) {
      const home = (isGone() ? homeBeside(levels) : undefined) ?? controlsIn(target, target)[0]
      if (home) return home.focus()
    }
    const cell = pressedBy === 'key' && target instanceof Element && target.closest('td, th')
    // A browser counts as seen what stands behind cells that stay in place.
    if (cell) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    levels = target instanceof Element ? levelsOf(target) : []
    path = window.location.pathname
  }
  const forget = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget || !document.hasFocus()) return
    // Left for nothing, as by a click beside everything: that was meant, and what goes later is no loss.
    queueMicrotask(() => {
      if (target instanceof Element && isShown(target) && !target.matches(':disabled')) levels = []
    })
  }
  const observer = new MutationObserver(() => {
    if (timer === undefined && isLost() && (isGone() || shownAgain()))
      timer = setTimeout(mend, focusDelayMs)
  })
  document.addEventListener('focusin', remember, { signal })
  document.addEventListener('focusout', forget, { signal })
  document.addEventListener('keydown', () => (pressedBy = 'key'), { signal, capture: true })
  document.addEventListener('pointerdown', ({ pointerType }) => (pressedBy = pointerType), {
    signal,
    capture: true,
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    controller.abort()
    observer.disconnect()
    clearTimeout(timer)
  }
}

function levelsOf(target: Element): Level[] {
  const levels: Level[] = []
  for (let element = target; element.parentElement; element = element.parentElement) {
    const { parentElement: parent, previousElementSibling, nextElementSibling } = element
    levels.push({ element, parent, before: previousElementSibling, after: nextElementSibling })
    if (parent.matches('main, [role=dialog], body')) break
  }
  return levels
}

/** The control after the lost one, else the one before it, else any other as near as there is one. */
function homeBeside(levels: readonly Level[]): HTMLElement | undefined {
  for (const { parent, before, after } of levels) {
    if (!parent.isConnected || parent.matches('main, [role=dialog], body')) continue
    const home =
      controlsIn(after, parent).at(0) ??
      controlsIn(before, parent).at(-1) ??
      controlsIn(parent, parent).at(0)
    if (home) return home
  }
  return undefined
}

function controlsIn(element: Element | null, parent: Element): HTMLElement[] {
  if (!element || !parent.contains(element)) return []
  const inside = [...element.querySelectorAll<HTMLElement>(controls)]
  const all = element instanceof HTMLElement && element !== parent ? [element, ...inside] : inside
  return all.filter((one) => one.matches(controls) && !one.matches(':disabled') && isSeen(one))
}

const isSeen = (element: HTMLElement) =>
  !element.closest('[hidden], [inert], [aria-hidden=true]') && element.tabIndex >= 0

function heading(): HTMLElement | undefined {
  const found = [...document.querySelectorAll<HTMLElement>('main h1')].find(isShown)
  if (found) found.tabIndex = -1
  return found
}

/** React keeps in the page, without showing it, what waits for its files. */
const isShown = (element: Element) =>
  element.isConnected && !element.closest('[style*="display: none"]')
