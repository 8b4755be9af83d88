import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'

import { useWatch } from 'react-hook-form'

import type { FieldOf } from '#schema'

import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'
import { isCode } from './money.ts'
import { numberText } from '../parts/line.controls.browser.tsx'

export const moneyControls: ControlsKind<FieldOf<'money'>> = {
  ...numberText,
  Input: MoneyInput,
  example: () => '1250.00',
}

function MoneyInput(props: InputProps<FieldOf<'money'>>) {
  const { field, shown } = useControl(props)
  const { currency = '' } = props.field.options
  // In a row of several, the field beside this one.
  const beside = useWatch({ name: props.name.replace(/[^.]+$/, currency || props.name) })
  const code = currency === '' || isCode(currency) ? currency : beside
  const startAdornment = code && <InputAdornment position="start">{code}</InputAdornment>
  return (
    <TextField
      {...shown}
      {...field}
      slotProps={{ input: { startAdornment }, htmlInput: { inputMode: 'decimal', dir: 'ltr' } }}
    />
  )
}
