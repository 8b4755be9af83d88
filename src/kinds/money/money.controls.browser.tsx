import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'

import type { FieldOf } from '#schema'

import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'
import { numberText } from '../line.controls.browser.tsx'

export const moneyControls: ControlsKind<FieldOf<'money'>> = {
  ...numberText,
  Input: MoneyInput,
}

function MoneyInput(props: InputProps<FieldOf<'money'>>) {
  const { field, shown } = useControl(props)
  const { currency } = props.field.options
  const startAdornment = currency && <InputAdornment position="start">{currency}</InputAdornment>
  return (
    <TextField
      {...shown}
      {...field}
      slotProps={{ input: { startAdornment }, htmlInput: { inputMode: 'decimal', dir: 'ltr' } }}
    />
  )
}
