import Box from '@mui/material/Box'

import type { FieldOf } from '#schema'

import { cut } from '../../browser/ui/fields/cellText.tsx'
import type { BrowserKind } from '../kind.browser.ts'

/** Of a message, which people read to know what to do. */
const messageLimit = 200

export const textBrowser: BrowserKind<FieldOf<'text'>> = {
  direction: 'auto',
  show({ value, field, full }) {
    const text = String(value)
    if (!full && field.options.worded) {
      return <span className="sentence">{cut(text, messageLimit)}</span>
    }
    if (!full) return cut(text)
    return (
      <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Box>
    )
  },
}
