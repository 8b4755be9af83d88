import { RecentTracker } from '../search/RecentTracker.tsx'
import { Shortcuts } from '../shortcuts/Shortcuts.tsx'

/** What attends every page without being seen, and comes once the page stands: the keys, and the memory of the search. */
export function Attendants() {
  return (
    <>
      <RecentTracker />
      <Shortcuts />
    </>
  )
}
