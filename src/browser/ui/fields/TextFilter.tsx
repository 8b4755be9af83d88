import TextField from '@mui/material/TextField'

import type { FilterProps } from './filter.ts'
import { useTyped } from './useTyped.ts'

/** Finds a fragment of the text; where values are masked, the exact value. */
export function TextFilter({ name, label, isMasked, ...props }: FilterProps) {
  return <OperandField {...props} label={label} operand={isMasked ? name : `${name}_contains`} />
}

/** Finds records whose value is exactly the typed one. */
export function ExactFilter({ name, ...props }: FilterProps) {
  return <OperandField {...props} operand={name} />
}

export interface OperandProps extends Pick<FilterProps, 'label' | 'values' | 'set'> {
  operand: string
  type?: 'text' | 'number' | 'date'
}

/** One operand of a filter as a text field that waits until typing rests. */
export function OperandField({ label, values, set, operand, type = 'text' }: OperandProps) {
  const [text, change, leave] = useTyped(String(values[operand] ?? ''), (value) => {
    set({ [operand]: value || undefined })
  })
  return (
    <TextField
      fullWidth
      size="small"
      margin="none"
      type={type}
      label={label}
      value={text}
      onChange={(event) => change(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && change(text, 'now')}
      slotProps={{ inputLabel: type === 'date' ? { shrink: true } : {} }}
      sx={{ '& input[type=date]': { fontSize: '0.875rem' } }}
    />
  )
}
