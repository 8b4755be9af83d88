import Box from '@mui/material/Box'

import { cut } from '../../browser/ui/fields/cellText.tsx'
import { isClear } from '../parts/contact.browser.tsx'
import type { BrowserKind } from '../kind.browser.ts'

export const jsonBrowser: BrowserKind = {
  direction: 'ltr',
  show({ value, full }) {
    // A mask is no value: it is no text within quotes.
    if (typeof value === 'string' && !isClear(value)) return value
    if (!full) return cut(JSON.stringify(value))
    return (
      <Box
        component="pre"
        tabIndex={0}
        sx={{ m: 0, p: 1, overflow: 'auto', maxHeight: 400, bgcolor: 'action.hover' }}
      >
        {JSON.stringify(value, null, 2)}
      </Box>
    )
  },
}
