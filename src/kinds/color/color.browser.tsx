import Box from '@mui/material/Box'

import type { Display } from '../../browser/client/records/row.ts'
import { Swatch } from '../../browser/ui/fields/Swatch.tsx'

export const colorDisplay: Display = {
  show: ({ value }) => (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Swatch color={String(value)} />
      <code dir="ltr">{String(value)}</code>
    </Box>
  ),
}
