import TextField from '@mui/material/TextField'

import { useT } from '#browser'

import english from '../../../translations/en/statistics.json'
import type { StatisticsChoice } from './statisticsChoice.browser.ts'

interface DaysProps {
  chosen: StatisticsChoice
  onChoose(change: Partial<StatisticsChoice>): void
}

/** The first and the last day, where a reader wants days of their own. */
export function StatisticsDays({ chosen, onChoose }: DaysProps) {
  const t = useT(english)
  return (['from', 'to'] as const).map((name) => (
    <TextField
      key={name}
      type="date"
      size="small"
      label={t(`statistics.${name}`)}
      value={chosen[name]}
      onChange={({ target }) => onChoose({ [name]: target.value })}
      sx={{ width: { xs: '100%', sm: 180 } }}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: name === 'from' ? { max: chosen.to } : { min: chosen.from },
      }}
    />
  ))
}
