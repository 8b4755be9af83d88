import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'

import { kindOf, type Field } from '#schema'

import type { FieldOf } from '../../browser/client/records/row.ts'
import type { InputKind, InputProps } from '../../browser/ui/fields/input.ts'
import { useControl } from '../../browser/ui/fields/useControl.ts'
import { Line } from '../../browser/ui/fields/TextLines.tsx'

/** Numbers are typed as text, so that a half-typed one is neither lost nor changed. */
const asText = {
  write: (value: unknown) => (value === null || value === undefined ? null : String(value)),
  read: (typed: unknown, field: Field) => kindOf(field).operand(String(typed).trim(), field),
}

export const integerInput: InputKind = {
  ...asText,
  Input: (props) => <Line {...props} inputMode="numeric" />,
}

export const moneyInput: InputKind<FieldOf<'money'>> = { ...asText, Input: MoneyInput }

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
