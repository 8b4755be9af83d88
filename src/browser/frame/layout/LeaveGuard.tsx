import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router-dom'

import { lazyDialog } from '../../ui/states/lazyDialog.tsx'
import { hasGuarded, hasUnsaved, onAsking, onUnsaved } from '../../ui/unsaved.ts'

const load = () => import('./LeaveQuestion.tsx')
const LeaveQuestion = lazyDialog(
  async () => (await load()).LeaveQuestion,
  ({ onStay }) => onStay(),
)

/** Asks before what was typed is lost: by a link, the back button, a closed drawer or dialog, a reload. */
export function LeaveGuard() {
  const isNeeded = useSyncExternalStore(onUnsaved, hasGuarded)
  return isNeeded && <Guard />
}

/** Stands only beside forms of ours: the router has room for one blocker, and others may bring their own. */
function Guard() {
  const isUnsaved = useSyncExternalStore(onUnsaved, hasUnsaved)
  const [close, setClose] = useState<() => void>()
  // An address below the same path is a filter of the list behind the drawer.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => onAsking((next) => setClose(() => next)), [])
  useEffect(() => (isUnsaved ? warnOfReload(hasUnsaved) : undefined), [isUnsaved])
  // Before it is needed: without a server it would not come. What does not come is asked for again.
  useEffect(() => {
    if (isUnsaved) load().catch(() => undefined)
  }, [isUnsaved])
  const isBlocked = blocker.state === 'blocked'
  if (!isBlocked && !close) return null
  const stay = () => {
    setClose(undefined)
    if (isBlocked) blocker.reset()
  }
  const leave = () => {
    setClose(undefined)
    if (isBlocked) blocker.proceed()
    else close?.()
  }
  return <LeaveQuestion onStay={stay} onLeave={leave} />
}

/** Before a reload or the end of the tab only the browser may ask, in its own words. Returns how to stop. */
export function warnOfReload(isNeeded: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (isNeeded()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
