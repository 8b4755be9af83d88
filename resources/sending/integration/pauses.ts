const units = { s: 1, m: 60, h: 3_600 } as const
const maxPauseSeconds = 72 * 3_600

/** The seconds of pauses like `10s 1m 4h`; undefined for what is none, and for pauses over three days. */
export function secondsOf(text: string): number[] | undefined {
  const pauses = text
    .trim()
    .split(/[\s,]+/)
    .map(secondsOfOne)
  return pauses.every((pause) => pause !== undefined) ? pauses : undefined
}

function secondsOfOne(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([smh])$/.exec(text) ?? []
  if (!count) return undefined
  const seconds = Number(count) * units[unit as keyof typeof units]
  return seconds > 0 && seconds <= maxPauseSeconds ? seconds : undefined
}
