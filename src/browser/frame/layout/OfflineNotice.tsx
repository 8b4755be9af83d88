import CloudOffIcon from '@mui/icons-material/CloudOff'
import Chip from '@mui/material/Chip'
import { useSyncExternalStore } from 'react'

import { useText } from '../../client/i18n/texts.ts'
import { headerHeight } from './Sidebar.tsx'

/** Specification 8: connectivity loss. It stands in the header, on a phone just below it, and moves nothing. */
export function OfflineNotice() {
  const say = useText()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <Chip
      role="alert"
      color="warning"
      icon={<CloudOffIcon />}
      label={say('offline', 'Internet connection is lost')}
      sx={noticeStyle}
    />
  )
}

const noticeStyle = {
  position: { xs: 'fixed', md: 'static' },
  insetBlockStart: headerHeight,
  insetInline: 0,
  width: 'max-content',
  maxWidth: '100%',
  mx: 'auto',
  mt: { xs: 0.5, md: 0 },
  // The chip's own colour lets through what lies below it on a phone.
  '&.MuiChip-filled': { bgcolor: 'warning.main', color: 'warning.contrastText' },
  '& .MuiChip-icon': { color: 'inherit' },
}

function subscribe(listener: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  window.addEventListener('online', listener, { signal })
  window.addEventListener('offline', listener, { signal })
  return () => controller.abort()
}
