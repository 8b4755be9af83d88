import MenuItem from '@mui/material/MenuItem'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { ReactNode } from 'react'

export interface SelectProps<Value extends string | number> extends Omit<
  TextFieldProps,
  'select' | 'children' | 'value' | 'onChange'
> {
  /** Empty where nothing is chosen. */
  value: Value | ''
  /** What may be chosen, with what is shown for it. */
  options: readonly (readonly [value: Value, text: ReactNode])[]
  onChange(value: Value): void
}

/** A field whose value is one of a few. */
export function Select<Value extends string | number>({
  options,
  onChange,
  ...props
}: SelectProps<Value>) {
  return (
    <TextField
      margin="none"
      {...props}
      select
      onChange={({ target }) => onChange(target.value as Value)}
    >
      {options.map(([value, text]) => (
        <MenuItem key={value} value={value}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  )
}
