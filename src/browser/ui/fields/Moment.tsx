import { momentText, momentWithZone } from './dates.ts'

/** A moment; the hover title says the time zone that it is written in. */
export function Moment({ value }: { value: string }) {
  return (
    <time dateTime={value} title={momentWithZone(value)}>
      {momentText(value)}
    </time>
  )
}
