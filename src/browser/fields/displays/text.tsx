import Box from '@mui/material/Box'

import { CopyButton } from '../CopyButton.tsx'
import { cut } from '../cut.tsx'
import type { Display } from '../display.ts'

export const textDisplay: Display = {
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

/** Texts that people take elsewhere: e-mail addresses and phone numbers. */
export const copiedDisplay: Display = {
  show({ value, full }) {
    const text = String(value)
    if (!full) return cut(text)
    const isMasked = text.includes('•')
    return (
      <>
        {text}
        {!isMasked && <CopyButton text={text} />}
      </>
    )
  },
}
