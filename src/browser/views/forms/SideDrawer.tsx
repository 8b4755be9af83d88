import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'

import { useT } from '../../client/i18n/texts.ts'

interface DrawerProps {
  title: string
  onClose(): void
  children: ReactNode
}

/** A panel over the list it belongs to; the whole width on a phone. */
export function SideDrawer({ title, onClose, children }: DrawerProps) {
  const t = useT()
  const titleId = useId()
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: 600 } },
        },
      }}
    >
      <title>{title}</title>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 3, pt: 2, pb: 1 }}>
        <Typography
          ref={takeFocus}
          id={titleId}
          tabIndex={-1}
          component="h2"
          variant="h6"
          sx={{ flex: 1 }}
        >
          {title}
        </Typography>
        <IconButton aria-label={t('close')} onClick={onClose} edge="end">
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ '--form-inset': '24px', px: 3, flex: 1 }}>{children}</Box>
    </Drawer>
  )
}

/** Until a field takes it, the title has the focus, not the whole panel. */
const takeFocus = (title: HTMLElement | null) => title?.focus({ preventScroll: true })
