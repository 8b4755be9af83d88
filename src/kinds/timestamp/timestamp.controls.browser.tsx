import { localTime, timeShown, ValueError } from '#schema'

import { zoneName } from '../../browser/ui/fields/dates/zones.ts'
import { DateInput } from '../date/date.controls.browser.tsx'
import type { ControlsKind } from '../kind.browser.ts'
import { momentMessage } from './timestamp.ts'

export const timestampControls: ControlsKind = {
  Input: (props) => <DateInput {...props} form="moment" />,
  example: () => '2026-01-31 14:30:00',
  write: (value) => (typeof value === 'string' ? localMoment(value) : null),
  read(typed) {
    if (Number.isNaN(Date.parse(`${String(typed)}Z`))) {
      throw new ValueError('bad_date', momentMessage)
    }
    return new Date(timeShown(String(typed), zoneName())).toISOString()
  },
}

/** A moment as it is typed: in the user's time zone, without naming it. */
function localMoment(value: string): string | null {
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : localTime(time, zoneName())
}
