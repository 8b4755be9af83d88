import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import { useT } from '../../client/i18n/texts.ts'
import { stickyButtons } from '../../ui/stickyButtons.ts'
import english from '../../../texts/en/lists.json'

/** The filters of a list on a phone: a sheet over it, for the rows have no room beside them. */
export function FilterSheet({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const t = useT(english)
  return (
    <Drawer
      open
      anchor="bottom"
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-modal': true, 'aria-label': t('filters'), sx: sheetStyle },
      }}
    >
      <Typography component="h2" variant="h6" sx={{ px: 1.5, pt: 2, pb: 1 }}>
        {t('filters')}
      </Typography>
      {children}
      <Box sx={{ ...stickyButtons, p: 1.5, bgcolor: 'background.paper' }}>
        <Button variant="contained" fullWidth onClick={onClose}>
          {t('show_rows')}
        </Button>
      </Box>
    </Drawer>
  )
}

const sheetStyle = { maxHeight: '85dvh', borderStartStartRadius: 12, borderStartEndRadius: 12 }
