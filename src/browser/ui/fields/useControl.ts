import type { TextFieldProps } from '@mui/material/TextField'
import { useInput, type UseInputValue } from 'react-admin'

import { useMessage } from '../../client/i18n/texts.ts'
import type { InputProps } from './input.ts'

/** The form's hold on one input, and what every text field shows of it: label, mark, help and first error. */
export function useControl(props: InputProps): UseInputValue & { shown: TextFieldProps } {
  const { name, label, required, field, placeholder } = props
  const control = useInput({ source: name, format: (value) => value ?? '' })
  const { id, fieldState } = control
  const told = useMessage()
  const problem = fieldState.error?.message
  const shown: TextFieldProps = {
    id,
    name,
    label,
    required,
    placeholder,
    fullWidth: true,
    size: 'small',
    margin: 'none',
    error: fieldState.invalid,
    helperText: problem ? told(problem) : field.options.help,
    ...(placeholder && { slotProps: { inputLabel: { shrink: true } } }),
  }
  return { ...control, shown }
}
