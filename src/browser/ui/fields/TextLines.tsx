import TextField from '@mui/material/TextField'
import type { HTMLInputTypeAttribute } from 'react'

import type { InputProps } from './input.ts'
import { useControl } from './useControl.ts'

interface LineProps extends InputProps {
  type?: HTMLInputTypeAttribute
  max?: number
  inputMode?: 'numeric' | 'decimal'
}

/** A text on one line. */
export function Line({ type, max, inputMode, ...props }: LineProps) {
  const { field, shown } = useControl(props)
  // E-mail addresses, phone numbers, web addresses and numbers run from left to right in every language.
  const dir = type || inputMode ? 'ltr' : 'auto'
  const htmlInput = { maxLength: max, inputMode, autoComplete: 'off', spellCheck: false, dir }
  return (
    <TextField {...shown} {...field} type={type} slotProps={{ ...shown.slotProps, htmlInput }} />
  )
}

/** A text on several lines. */
export function Lines({ rows, code, ...props }: InputProps & { rows: number; code?: true }) {
  const { field, shown } = useControl(props)
  const sx = code && { '& textarea': { fontFamily: 'monospace', fontSize: '0.8125rem' } }
  const slotProps = { ...shown.slotProps, htmlInput: { dir: code ? 'ltr' : 'auto' } }
  return (
    <TextField {...shown} {...field} {...{ slotProps, sx }} multiline minRows={rows} maxRows={16} />
  )
}
