export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

interface Hours {
  readonly day: string
  readonly from: string
  readonly to: string
}

/** A stretch of one day, as shares of it from 0 to 1. */
interface Stretch {
  readonly from: number
  readonly to: number
}

interface Day {
  readonly day: (typeof weekdays)[number]
  /** Hours that begin on the day. */
  readonly hours: readonly Hours[]
  /** When it is open on the day, the end of hours of the day before included. */
  readonly stretches: readonly Stretch[]
}

const minutesOfDay = 24 * 60

const shareOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) / minutesOfDay
}

/** The days of a week with their hours; those that end before they begin reach into the next day. */
export function weekOf(hours: readonly Hours[]): Day[] {
  return weekdays.map((day, at) => {
    const before = weekdays[(at + 6) % 7]
    const own = hours
      .filter((one) => one.day === day)
      .toSorted((one, other) => one.from.localeCompare(other.from))
    const today = own.map(({ from, to }) => ({
      from: shareOf(from),
      to: to > from ? shareOf(to) : 1,
    }))
    const late = hours
      .filter((one) => one.day === before && one.to < one.from && shareOf(one.to) > 0)
      .map(({ to }) => ({ from: 0, to: shareOf(to) }))
    return { day, hours: own, stretches: [...late, ...today] }
  })
}
