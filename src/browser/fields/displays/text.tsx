import Box from '@mui/material/Box'

import { CopyButton } from '../CopyButton.tsx'
import { cut, foldable } from '../cut.tsx'
import type { Display } from '../display.ts'

export const textDisplay: Display = {
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

/** Texts that people take elsewhere: e-mail addresses and phone numbers. */
export const copiedDisplay: Display = {
  direction: 'ltr',
  isCopied: true,
  show({ value, full }) {
    const text = String(value)
    if (!full) return cut(text)
    return (
      <>
        {foldable(text)}
        {isClear(text) && <CopyButton text={text} />}
      </>
    )
  },
}

/** Whether the user sees all of a value: a masked one is nothing to take anywhere. */
export const isClear = (text: string): boolean => !text.includes('•')
