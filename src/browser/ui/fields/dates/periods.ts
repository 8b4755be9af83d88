import { periodNames, type Field, type PeriodName } from '#schema'

import type { Translate } from '../../../client/i18n/texts.ts'
import type english from '../../../../texts/en/lists.json'

/** The names of the stretches of days that the server knows (`created_at=last_7_days`). */
export const periodLabels = (
  t: Translate<typeof english>,
): Readonly<Record<PeriodName, string>> => ({
  today: t('period.today'),
  yesterday: t('period.yesterday'),
  tomorrow: t('period.tomorrow'),
  last_7_days: t('period.last_7_days'),
  last_30_days: t('period.last_30_days'),
  last_90_days: t('period.last_90_days'),
  next_7_days: t('period.next_7_days'),
  next_30_days: t('period.next_30_days'),
  this_week: t('period.this_week'),
  last_week: t('period.last_week'),
  next_week: t('period.next_week'),
  this_month: t('period.this_month'),
  last_month: t('period.last_month'),
  next_month: t('period.next_month'),
  this_year: t('period.this_year'),
  last_year: t('period.last_year'),
})

/** The periods to choose from: what the server notes by itself has no future. */
export function periodsOf({ options }: Field): readonly PeriodName[] {
  return options.computed
    ? periodNames.filter((name) => name !== 'tomorrow' && !name.startsWith('next_'))
    : periodNames
}

export const isPeriod = (value: unknown): value is PeriodName =>
  periodNames.some((name) => name === value)
