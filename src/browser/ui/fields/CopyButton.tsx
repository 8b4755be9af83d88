import CheckIcon from '@mui/icons-material/Check'
import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useState } from 'react'

import { useT } from '../../client/i18n/texts.ts'

interface CopyProps {
  text: string
  /** What a long text is called. */
  name?: string
}

/** Copies a value that the user sees in full, and says so. */
export function CopyButton({ text, name = text }: CopyProps) {
  const t = useT()
  const [isCopied, setCopied] = useState(false)
  const Icon = isCopied ? CheckIcon : ContentCopyIcon
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('copy', { text: name })}
        onClick={() => void copyText(text).then(setCopied)}
        onBlur={() => setCopied(false)}
        sx={{
          marginInlineStart: '2px',
          // Stands in the gap behind the value, so that it never takes a line for itself.
          marginInlineEnd: { sm: '-26px' },
          p: '4px',
          my: { xs: '-10px', sm: 0 },
          minWidth: { xs: 44, sm: 0 },
          minHeight: { xs: 44, sm: 0 },
        }}
      >
        <Icon fontSize="inherit" />
      </IconButton>
      <Box component="span" role="status" sx={visuallyHidden}>
        {isCopied && t('copied')}
      </Box>
    </>
  )
}

/** Puts a text where it can be pasted from. False when the browser forbids it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

/** Pages without TLS have no clipboard, but still the command of older browsers. */
function copyByCommand(text: string): boolean {
  const before = document.activeElement
  const area = Object.assign(document.createElement('textarea'), { value: text, readOnly: true })
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}
