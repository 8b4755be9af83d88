import type { DataRouter } from 'react-router-dom'

/** By the key of an entry of the browser's history, the path of the page whose link made it. */
const origins = new Map<string, string>()

/** Remembers from where each page is opened while this tab is not loaded anew. Returns how to stop. */
export function recordOrigins(router: DataRouter): () => void {
  let last = router.state.location
  return router.subscribe(({ location, historyAction }) => {
    if (location.key === last.key) return
    const origin = historyAction === 'PUSH' ? last.pathname : origins.get(last.key)
    if (historyAction !== 'POP' && origin !== undefined) origins.set(location.key, origin)
    last = location
  })
}

/** Whether one step back leads from an entry to another page of the console. */
export function hasOrigin({ key, pathname }: { key: string; pathname: string }): boolean {
  const origin = origins.get(key)
  return origin !== undefined && origin !== pathname
}
