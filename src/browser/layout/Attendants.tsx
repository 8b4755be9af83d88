import { useEffect } from 'react'

import { RecentTracker } from '../search/RecentTracker.tsx'
import { Shortcuts } from '../shortcuts/Shortcuts.tsx'
import { mendFocus } from './mendFocus.ts'

/**
 * What attends every page without being seen, and comes once the page stands: the keys, the memory of the search, and
 * a home for a focus that is lost.
 */
export function Attendants() {
  useEffect(mendFocus, [])
  return (
    <>
      <RecentTracker />
      <Shortcuts />
    </>
  )
}
