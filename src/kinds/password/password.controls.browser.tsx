import Visibility from '@mui/icons-material/Visibility'
import VisibilityOff from '@mui/icons-material/VisibilityOff'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'

import { useT } from '../../browser/client/i18n/texts.ts'
import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'

export const passwordControls: ControlsKind = { Input: PasswordInput }

/** A value that is typed but never shown again; left empty it stays as it is. */
export function PasswordInput(props: InputProps) {
  const t = useT()
  const [isShown, setShown] = useState(false)
  const placeholder = props.record && t('unchanged')
  const { field, shown } = useControl({ ...props, placeholder })
  const { label } = props
  const toggle = isShown ? t('hide_value', { label }) : t('show_value', { label })
  const eye = (
    <IconButton size="small" aria-label={toggle} onClick={() => setShown(!isShown)}>
      {isShown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
    </IconButton>
  )
  return (
    <TextField
      {...shown}
      {...field}
      type={isShown ? 'text' : 'password'}
      slotProps={{
        ...shown.slotProps,
        input: { endAdornment: eye },
        htmlInput: { autoComplete: 'new-password', dir: 'ltr' },
      }}
    />
  )
}
