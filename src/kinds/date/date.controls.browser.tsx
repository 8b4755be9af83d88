import TextField from '@mui/material/TextField'

import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'

export const dateControls: ControlsKind = { Input: (props) => <Picked {...props} type="date" /> }

/** A day or a moment, in the browser's own picker. */
export function Picked({ type, ...props }: InputProps & { type: 'date' | 'datetime-local' }) {
  const { field, shown } = useControl(props)
  const htmlInput = type === 'date' ? { max: '2100-01-01' } : { step: 1 }
  return (
    <TextField
      {...shown}
      {...field}
      type={type}
      // A date input shows no placeholder.
      helperText={shown.helperText ?? shown.placeholder}
      slotProps={{ inputLabel: { shrink: true }, htmlInput }}
    />
  )
}
