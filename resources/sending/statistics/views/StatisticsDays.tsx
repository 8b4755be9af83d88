import { isDay } from '#schema'
import { useT } from '#browser'
import { DateField } from '#browser/later'

import english from '../../../translations/en/statistics.json'
import type { StatisticsChoice } from './statisticsChoice.browser.ts'

interface DaysProps {
  chosen: StatisticsChoice
  onChoose(change: Partial<StatisticsChoice>): void
}

/** The first and the last day, where a reader wants days of their own. */
export function StatisticsDays({ chosen, onChoose }: DaysProps) {
  const t = useT(english)
  const isTurned = chosen.from !== '' && chosen.to !== '' && chosen.to < chosen.from
  return (['from', 'to'] as const).map((name) => (
    <DateField
      key={name}
      form="date"
      size="small"
      label={t(`statistics.${name}`)}
      value={chosen[name]}
      error={isTurned}
      onChange={(day) => {
        if (day === '' || isDay(day)) onChoose({ [name]: day })
      }}
      sx={{ width: { xs: 'calc(50% - 8px)', sm: 180 } }}
      {...(name === 'from' ? { max: chosen.to } : { min: chosen.from })}
    />
  ))
}
