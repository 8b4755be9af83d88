import { useEffect, useRef, type RefObject } from 'react'

import { usePathname } from '../navigation.tsx'

/** How long a page may take to have a heading, in milliseconds. */
const patience = 15_000

/**
 * After a change of address the focus goes to the new page's heading, so that a screen reader says where the user is
 * and Tab goes on from there. It stays where the page, a dialog over it or the user has put it meanwhile.
 */
export function useHeadingFocus(main: RefObject<HTMLElement | null>): void {
  const pathname = usePathname()
  const heading = useRef<Element | null>(null)
  const last = useRef<string>(undefined)
  useEffect(() => {
    const content = main.current
    if (!content || last.current === pathname) return undefined
    const before = last.current === undefined ? undefined : focusOfPageBefore(content)
    last.current = pathname
    const settle = () => {
      const next = content.querySelector('h1')
      const isNew = next !== null && next !== heading.current
      if (isNew) heading.current = next
      if (next && before !== undefined && mayMove(before, isNew)) focus(next)
      return isNew
    }
    if (settle()) return undefined
    const observer = new MutationObserver(() => settle() && observer.disconnect())
    observer.observe(content, { childList: true, subtree: true })
    const timer = setTimeout(() => observer.disconnect(), patience)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [main, pathname])
}

/** Returns null for an element of the new page, which has put the focus there itself. */
function focusOfPageBefore(content: HTMLElement): Element | null {
  const { activeElement } = document
  return content.contains(activeElement) ? null : activeElement
}

/** Whether the focus is lost, or still where it was on the page that is gone. */
function mayMove(before: Element | null, isNewPage: boolean): boolean {
  if (document.querySelector('[aria-modal=true]')) return false
  const now = document.activeElement
  return now === null || now === document.body || (isNewPage && now === before)
}

function focus(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
