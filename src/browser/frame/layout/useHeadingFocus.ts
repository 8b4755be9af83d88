import { useEffect, useRef } from 'react'
import { usePathname } from '../../client/addresses/navigation.tsx'

/** How long a page may take to have a heading, in milliseconds. */
const headingTimeoutMs = 15_000

/**
 * After a change of address the focus goes to the new page's heading, so that a screen reader says where the user is
 * and Tab goes on from there. It stays where the page, a dialog over it or the user has put it meanwhile.
 */
export function useHeadingFocus(): void {
  const pathname = usePathname()
  const heading = useRef<HTMLElement>(null)
  const last = useRef<string>(undefined)
  useEffect(() => {
    const content = document.querySelector('main')
    if (!content || last.current === pathname) return undefined
    const isFirst = last.current === undefined
    // Who has signed in comes from a form that is gone, perhaps straight to the page that stands for `/`.
    const isLoaded = isFirst && !navigator.userActivation?.hasBeenActive
    const isPlaced = !isNowhere(content) && content.contains(document.activeElement)
    last.current = pathname
    const controller = new AbortController()
    let hasActed = false
    for (const type of ['keydown', 'pointerdown']) {
      const { signal } = controller
      document.addEventListener(type, () => (hasActed = true), { signal, capture: true })
    }
    const settle = () => {
      const next = content.querySelector<HTMLElement>('h1')
      const isNew = next !== null && next !== heading.current
      // The address that was loaded may have led on by itself, and a focus that the user has not moved is not looked for.
      if (isNew && !heading.current) hideRing(next)
      if (isNew) heading.current = next
      const isFree = isNew && !isFirst && !isPlaced && !hasActed
      if (next && !isLoaded && mayMove(content, isFree)) focus(next)
      if (isNew) controller.abort()
      return isNew
    }
    if (settle()) return undefined
    const observer = new MutationObserver(() => {
      // The heading of the next page may be there before this effect runs for it.
      if (window.location.pathname === pathname && settle()) observer.disconnect()
    })
    observer.observe(content, { childList: true, subtree: true })
    const timer = setTimeout(() => observer.disconnect(), headingTimeoutMs)
    return () => {
      controller.abort()
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [pathname])
}

/** Whether the focus is lost, or on something around the page while the user has done nothing since the page before. */
function mayMove(content: HTMLElement, isFree: boolean): boolean {
  if (document.querySelector('[aria-modal=true]')) return false
  return isNowhere(content) || (isFree && !content.contains(document.activeElement))
}

/** Whether no element of the page has the focus: a click beside all of them gives it to the page as a whole. */
function isNowhere(content: HTMLElement): boolean {
  const now = document.activeElement
  return now === null || now === document.body || now === content
}

/** Until the user moves the focus: it may come back, as from a button that is gone. */
function hideRing(heading: HTMLElement): void {
  heading.style.outline = '0'
  const show = () => heading.style.removeProperty('outline')
  document.addEventListener('keydown', show, { once: true, capture: true })
}

function focus(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
