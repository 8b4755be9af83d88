import { useEffect } from 'react'
import { useStoreContext } from 'react-admin'

import type { Resource } from '#schema'

/**
 * Going back to a list's address without a filter shows it without one. react-admin would put the last filter
 * there again: it remembers for each list what was looked for, and takes a bare address for a first visit.
 */
export function useBareHistory({ name, routes }: Resource): void {
  const { removeItem } = useStoreContext()
  useEffect(() => {
    const went = () => {
      const { pathname, search } = window.location
      if (!search && pathname.startsWith(`/${routes.list}`)) removeItem(`${name}.listParams`)
    }
    // Before the router hears of it: what it then shows is read from both.
    window.addEventListener('popstate', went, { capture: true })
    return () => window.removeEventListener('popstate', went, { capture: true })
  }, [name, routes.list, removeItem])
}
