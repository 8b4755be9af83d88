import Visibility from '@mui/icons-material/Visibility'
import VisibilityOff from '@mui/icons-material/VisibilityOff'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useState } from 'react'

import { useText } from '../../browser/client/i18n/texts.ts'
import { isSet, secretText } from './secret.browser.tsx'
import type { InputKind, InputProps } from '../../browser/ui/fields/input.ts'
import { useControl } from '../../browser/ui/fields/useControl.ts'

export const passwordInput: InputKind = { Input: PasswordInput }
export const secretInput: InputKind = { Input: SecretInput }

/** A value that is typed but never shown again; left empty it stays as it is. */
function PasswordInput(props: InputProps) {
  const say = useText()
  const [isShown, setShown] = useState(false)
  const placeholder = props.record && say('unchanged', 'Unchanged')
  const { field, shown } = useControl({ ...props, placeholder })
  const { label } = props
  const toggle = isShown
    ? say('hide_value', 'Hide %{label}', { label })
    : say('show_value', 'Show %{label}', { label })
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

/** Says whether the secret is set and how it ends; a new one replaces it. */
function SecretInput(props: InputProps) {
  const say = useText()
  const [isReplacing, setReplacing] = useState(false)
  const stored = props.record?.[props.name]
  if (isReplacing || !props.record || !isSet(stored)) return <PasswordInput {...props} />
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <TextField
        fullWidth
        disabled
        size="small"
        margin="none"
        label={props.label}
        value={secretText(say, stored)}
        helperText={props.field.options.help}
      />
      <Button onClick={() => setReplacing(true)}>{say('replace', 'Replace')}</Button>
    </Box>
  )
}
