import Box from '@mui/material/Box'

import { cut } from '../../browser/ui/fields/cellText.tsx'
import type { BrowserKind } from '../kind.browser.ts'

export const textBrowser: BrowserKind = {
  direction: 'auto',
  show({ value, full }) {
    const text = String(value)
    if (!full) return cut(text)
    return (
      <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Box>
    )
  },
}
