import type { Display } from '../display.ts'
import { dayText, momentText } from '../dates.ts'

export const dateDisplay: Display = {
  show: ({ value }) => <time dateTime={String(value)}>{dayText(String(value))}</time>,
}

export const timestampDisplay: Display = {
  show: ({ value }) => <time dateTime={String(value)}>{momentText(String(value))}</time>,
}
