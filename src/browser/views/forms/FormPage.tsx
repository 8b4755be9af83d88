import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { Suspense, type ReactNode } from 'react'

import { Waiting } from '../../ui/states/StatePanels.tsx'

export function FormPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box sx={{ py: 2, maxWidth: 900 }}>
      <title>{title}</title>
      <Typography component="h1" variant="h5" sx={{ mb: 2 }}>
        {title}
      </Typography>
      {/* A card that clips is a place to scroll of its own, in which the buttons would not stay in sight. */}
      <Card variant="outlined" sx={card}>
        <Suspense fallback={<Waiting />}>{children}</Suspense>
      </Card>
    </Box>
  )
}

const card = {
  '--form-inset': { xs: '16px', sm: '24px' },
  '--form-corners': '0 0 7px 7px',
  px: 'var(--form-inset)',
  pt: 3,
  overflow: 'visible',
}
