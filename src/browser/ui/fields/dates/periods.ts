import { periodNames, type Field, type PeriodName } from '#schema'

/** The periods to choose from: what the server notes by itself has no future. */
export function periodsOf({ options }: Field): readonly PeriodName[] {
  return options.computed
    ? periodNames.filter((name) => name !== 'tomorrow' && !name.startsWith('next_'))
    : periodNames
}

export const isPeriod = (value: unknown): value is PeriodName =>
  periodNames.some((name) => name === value)
