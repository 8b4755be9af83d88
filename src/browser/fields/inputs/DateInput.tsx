import TextField from '@mui/material/TextField'

import { ValueError } from '#schema'

import type { InputKind, InputProps } from '../input.ts'
import { useControl } from '../useControl.ts'

export const dateInput: InputKind = { Input: (props) => <Picked {...props} type="date" /> }

export const timestampInput: InputKind = {
  Input: (props) => <Picked {...props} type="datetime-local" />,
  write: (value) => (typeof value === 'string' ? localMoment(value) : null),
  read(typed) {
    const time = Date.parse(String(typed))
    if (Number.isNaN(time)) throw new ValueError('bad_date', 'Enter a date and time')
    return new Date(time).toISOString()
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
      slotProps={{ inputLabel: { shrink: true }, htmlInput }}
    />
  )
}

/** A moment as the browser's own picker takes it: in the local time zone, without naming it. */
function localMoment(value: string): string | null {
  const moment = new Date(value)
  if (Number.isNaN(moment.getTime())) return null
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 19)
}
