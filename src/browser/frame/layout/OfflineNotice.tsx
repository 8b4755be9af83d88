import CloudOffIcon from '@mui/icons-material/CloudOff'
import Box from '@mui/material/Box'
import { useSyncExternalStore } from 'react'

import { useT } from '../../client/i18n/texts.ts'
import { headerHeight } from './Sidebar.tsx'

/** Specification 8: connectivity loss. It stands in the header, on a phone just below it, and moves nothing. */
export function OfflineNotice() {
  const t = useT()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <Box role="alert" sx={noticeStyle}>
      <CloudOffIcon fontSize="small" />
      <Box component="span" sx={textStyle}>
        {t('offline')}
      </Box>
    </Box>
  )
}

/** A chip in its look; MUI's brings more code than the rest of the header. */
const noticeStyle = {
  position: { xs: 'fixed', md: 'static' },
  insetBlockStart: headerHeight,
  insetInline: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  boxSizing: 'border-box',
  width: 'max-content',
  maxWidth: '100%',
  height: 24,
  mx: 'auto',
  mt: { xs: 0.5, md: 0 },
  px: 1,
  borderRadius: '6px',
  bgcolor: 'warning.main',
  color: 'warning.contrastText',
  fontSize: '0.8125rem',
  fontWeight: 550,
  '& svg': { fontSize: 18 },
}

const textStyle = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }

function subscribe(listener: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  window.addEventListener('online', listener, { signal })
  window.addEventListener('offline', listener, { signal })
  return () => controller.abort()
}
