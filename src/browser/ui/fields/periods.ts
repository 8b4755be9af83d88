import { periodNames, type Field, type PeriodName } from '#schema'

import type { Say } from '../../client/i18n/texts.ts'

/** The names of the stretches of days that the server knows (`created_at=last_7_days`). */
export const periodWords = (say: Say): Readonly<Record<PeriodName, string>> => ({
  today: say('period.today', 'Today'),
  yesterday: say('period.yesterday', 'Yesterday'),
  tomorrow: say('period.tomorrow', 'Tomorrow'),
  last_7_days: say('period.last_7_days', 'Last 7 days'),
  last_30_days: say('period.last_30_days', 'Last 30 days'),
  last_90_days: say('period.last_90_days', 'Last 90 days'),
  next_7_days: say('period.next_7_days', 'Next 7 days'),
  next_30_days: say('period.next_30_days', 'Next 30 days'),
  this_week: say('period.this_week', 'This week'),
  last_week: say('period.last_week', 'Last week'),
  next_week: say('period.next_week', 'Next week'),
  this_month: say('period.this_month', 'This month'),
  last_month: say('period.last_month', 'Last month'),
  next_month: say('period.next_month', 'Next month'),
  this_year: say('period.this_year', 'This year'),
  last_year: say('period.last_year', 'Last year'),
})

/** The periods to choose from: what the server notes by itself has no future. */
export function periodsOf({ options }: Field): readonly PeriodName[] {
  return options.computed
    ? periodNames.filter((name) => name !== 'tomorrow' && !name.startsWith('next_'))
    : periodNames
}

export const isPeriod = (value: unknown): value is PeriodName =>
  periodNames.some((name) => name === value)
