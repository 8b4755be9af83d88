import { useT } from '#browser'

import english from '../../../translations/en/statistics.json'
import type { Grouping } from '../statisticsNames.ts'

/** What each grouping is called. */
export function useGroupingNames(): Readonly<Record<Grouping, string>> {
  const t = useT(english)
  return {
    department: t('statistics.department'),
    broker: t('statistics.broker'),
    company: t('statistics.company'),
    source: t('statistics.source'),
    country: t('statistics.country'),
    language: t('statistics.language'),
    funnel: t('statistics.funnel'),
    user: t('statistics.user'),
    day: t('statistics.day'),
    week: t('statistics.week'),
    month: t('statistics.month'),
  }
}
