import { useSyncExternalStore } from 'react'

/** Whether the browser has a connection. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

function subscribe(listener: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  window.addEventListener('online', listener, { signal })
  window.addEventListener('offline', listener, { signal })
  return () => controller.abort()
}
