import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { Suspense, type ReactNode } from 'react'

import { Waiting } from '../Notices.tsx'

export function FormPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box sx={{ py: 2, maxWidth: 900 }}>
      <title>{title}</title>
      <Typography component="h1" variant="h5" sx={{ mb: 2 }}>
        {title}
      </Typography>
      {/* A card that clips is a place to scroll of its own, in which the buttons would not stay in sight. */}
      <Card variant="outlined" sx={{ px: { xs: 2, sm: 3 }, pt: 3, overflow: 'visible' }}>
        <Suspense fallback={<Waiting />}>{children}</Suspense>
      </Card>
    </Box>
  )
}
