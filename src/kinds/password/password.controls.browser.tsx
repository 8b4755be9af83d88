import Casino from '@mui/icons-material/CasinoOutlined'
import Visibility from '@mui/icons-material/Visibility'
import VisibilityOff from '@mui/icons-material/VisibilityOff'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'

import { useT } from '../../browser/client/i18n/texts.ts'
import { CopyButton } from '../../browser/ui/fields/CopyButton.tsx'
import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import english from '../../texts/en/records.json'
import type { ControlsKind } from '../kind.browser.ts'

export const passwordControls: ControlsKind = {
  Input: (props) => <PasswordInput {...props} isGenerated />,
}

/** A value that is typed but never shown again; left empty it stays as it is. */
export function PasswordInput({
  isGenerated = false,
  ...props
}: InputProps & { isGenerated?: boolean }) {
  const t = useT(english)
  const [isShown, setShown] = useState(false)
  const placeholder = props.record && t('unchanged')
  const { field, shown } = useControl({ ...props, placeholder })
  const { label } = props
  const toggle = isShown ? t('hide_value', { label }) : t('show_value', { label })
  const generate = () => {
    field.onChange(generatedPassword())
    setShown(true)
  }
  const tools = (
    <Box sx={{ display: 'flex', '& button': { mx: 0 } }}>
      {isShown && field.value !== '' && <CopyButton text={String(field.value)} name={label} />}
      {isGenerated && (
        <Tooltip title={t('generate_password')}>
          <IconButton size="small" aria-label={t('generate_password')} onClick={generate}>
            <Casino fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <IconButton size="small" aria-label={toggle} onClick={() => setShown(!isShown)}>
        {isShown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
      </IconButton>
    </Box>
  )
  return (
    <TextField
      {...shown}
      {...field}
      type={isShown ? 'text' : 'password'}
      slotProps={{
        ...shown.slotProps,
        input: { endAdornment: tools },
        htmlInput: { autoComplete: 'new-password', dir: 'ltr' },
      }}
    />
  )
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Twenty letters of 64, each as likely as the others: 120 bits. */
const generatedPassword = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => letters[byte % 64]).join('')
