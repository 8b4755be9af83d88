import TextField from '@mui/material/TextField'

import { localTime, timeShown, ValueError } from '#schema'

import { zoneName } from '../../browser/ui/fields/dates.ts'
import type { InputKind, InputProps } from '../../browser/ui/fields/input.ts'
import { useControl } from '../../browser/ui/fields/useControl.ts'

export const dateInput: InputKind = { Input: (props) => <Picked {...props} type="date" /> }

export const timestampInput: InputKind = {
  Input: (props) => <Picked {...props} type="datetime-local" />,
  write: (value) => (typeof value === 'string' ? localMoment(value) : null),
  read(typed) {
    if (Number.isNaN(Date.parse(`${String(typed)}Z`))) {
      throw new ValueError('bad_date', 'Enter a date and time')
    }
    return new Date(timeShown(String(typed), zoneName())).toISOString()
  },
}

function Picked({ type, ...props }: InputProps & { type: 'date' | 'datetime-local' }) {
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

/** A moment as the browser's own picker takes it: in the user's time zone, without naming it. */
function localMoment(value: string): string | null {
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : localTime(time, zoneName())
}
