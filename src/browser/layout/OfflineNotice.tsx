import Alert from '@mui/material/Alert'
import { useSyncExternalStore } from 'react'

import { useText } from '../views/words.ts'

/** Specification 8: connectivity loss. */
export function OfflineNotice() {
  const say = useText()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <Alert severity="warning" sx={{ borderRadius: 0 }}>
      {say('offline', 'Internet connection is lost')}
    </Alert>
  )
}

function subscribe(listener: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  window.addEventListener('online', listener, { signal })
  window.addEventListener('offline', listener, { signal })
  return () => controller.abort()
}
