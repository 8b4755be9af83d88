import CheckIcon from '@mui/icons-material/Check'
import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'

import { useText } from '../views/words.ts'

export function CopyButton({ text }: { text: string }) {
  const say = useText()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <IconButton
      size="small"
      aria-label={isCopied ? say('copied', 'Copied') : say('copy', 'Copy %{text}', { text })}
      onClick={() => void copy()}
      onBlur={() => setCopied(false)}
      sx={{ ml: 0.5, p: 0.5 }}
    >
      {isCopied ? <CheckIcon fontSize="inherit" /> : <ContentCopyIcon fontSize="inherit" />}
    </IconButton>
  )
}
