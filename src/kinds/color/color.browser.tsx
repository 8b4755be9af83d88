import Box from '@mui/material/Box'

import { Swatch } from '../../browser/ui/fields/ColorChip.tsx'
import type { BrowserKind } from '../kind.browser.ts'

export const colorBrowser: BrowserKind = {
  show: ({ value }) => (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Swatch color={String(value)} />
      <code dir="ltr">{String(value)}</code>
    </Box>
  ),
}
