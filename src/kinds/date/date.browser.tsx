import type { Display } from '../../browser/client/records/row.ts'
import { dayText, momentText, momentWithZone } from '../../browser/ui/fields/dates.ts'

export const dateDisplay: Display = {
  show: ({ value }) => <time dateTime={String(value)}>{dayText(String(value))}</time>,
}

export const timestampDisplay: Display = {
  show: ({ value }) => <Moment value={String(value)} />,
}

/** A moment; the hover title says the time zone that it is written in. */
export function Moment({ value }: { value: string }) {
  return (
    <time dateTime={value} title={momentWithZone(value)}>
      {momentText(value)}
    </time>
  )
}
