import TextField from '@mui/material/TextField'

import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import type { ControlsKind } from '../kind.browser.ts'

export const dateControls: ControlsKind = {
  Input: (props) => <Picked {...props} type="date" />,
  example: () => '2026-01-31',
}

export const timeControls: ControlsKind = { Input: (props) => <Picked {...props} type="time" /> }

/** A day, a time or a moment, in the browser's own picker. */
export function Picked({
  type,
  ...props
}: InputProps & { type: 'date' | 'time' | 'datetime-local' }) {
  const { field, shown } = useControl(props)
  const htmlInput = { date: { max: '2100-01-01' }, time: {}, 'datetime-local': { step: 1 } }[type]
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
