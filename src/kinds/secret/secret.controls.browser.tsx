import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'

import { useT } from '../../browser/client/i18n/texts.ts'
import type { InputProps } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'
import { PasswordInput } from '../password/password.controls.browser.tsx'
import { isSet, secretText } from './secret.browser.tsx'

export const secretControls: ControlsKind = { Input: SecretInput }

/** Says whether the secret is set and how it ends; a new one replaces it. */
function SecretInput(props: InputProps) {
  const t = useT()
  const [isReplacing, setReplacing] = useState(false)
  const stored = props.record?.[props.name]
  if (isReplacing || !props.record || !isSet(stored)) return <PasswordInput {...props} />
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <TextField
        disabled
        margin="none"
        label={props.label}
        value={secretText(t, stored)}
        helperText={props.field.options.help}
      />
      <Button onClick={() => setReplacing(true)}>{t('replace')}</Button>
    </Box>
  )
}
