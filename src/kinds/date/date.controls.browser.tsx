import TextField from '@mui/material/TextField'

import { dayText } from '../../browser/ui/fields/dates.tsx'
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
      // The browser writes a day in its own order; below it stands as everywhere else. No placeholder shows in such an input.
      helperText={
        shown.helperText ?? (readableDate(type, String(field.value)) || shown.placeholder)
      }
      slotProps={{ inputLabel: { shrink: true }, htmlInput }}
    />
  )
}

/** A chosen day as dates are shown, `Jan 31, 2026`, with the time of a moment; empty for a time alone. */
function readableDate(type: string, value: string): string {
  const [day = '', time = ''] = value.split('T')
  return type === 'time' || day === '' ? '' : `${dayText(day)} ${time}`.trim()
}
