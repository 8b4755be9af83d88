import Box from '@mui/material/Box'

import type { FieldOf } from '#schema'

import { cut, foldable } from '../../browser/ui/fields/cellText.tsx'
import type { BrowserKind } from '../kind.browser.ts'

/** Of what people write in sentences, and of messages, which they read to know what to do. */
const sentenceLimit = 200

/** Those that are no longer stand in one line, in a column that is no wider for them. */
const lineLimit = 40

export const textBrowser: BrowserKind<FieldOf<'text'>> = {
  direction: 'auto',
  show({ value, field, full }) {
    const text = String(value)
    if (!full && (field.options.worded || field.options.multiline)) {
      const sentence = cut(text, sentenceLimit)
      return text.length > lineLimit ? <span className="sentence">{sentence}</span> : sentence
    }
    if (!full) return cut(text)
    return (
      <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {foldable(text)}
      </Box>
    )
  },
}
