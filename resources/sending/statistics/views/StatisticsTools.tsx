import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'

import { useT } from '#browser'
import { Select, type SelectProps } from '#browser/later'

import english from '../../../translations/en/statistics.json'
import { statisticsPeriods } from '../statisticsNames.ts'
import { groupings, type Grouping } from '../groupings.ts'
import { StatisticsDays } from './StatisticsDays.tsx'
import { StatisticsFilters } from './StatisticsFilters.tsx'
import type { StatisticsChoice } from './statisticsChoice.browser.ts'

interface ToolsProps {
  chosen: StatisticsChoice
  onChoose(change: Partial<StatisticsChoice>): void
  /** Those that the numbers below are of; undefined while they are asked for. */
  days: Pick<StatisticsChoice, 'from' | 'to'> | undefined
  /** Groupings that make no difference here. */
  without: readonly Grouping[]
}

/** What the statistics are of: days, groupings, tests, basis and filters. */
export function StatisticsTools({ chosen, onChoose, days, without }: ToolsProps) {
  const t = useT(english)
  const open = groupings.filter((one) => !without.includes(one))
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
      <Choice
        label={t('statistics.period')}
        value={chosen.period}
        // Days of one's own begin as those that are shown.
        onChange={(period) => onChoose({ period, ...(period === 'own' && !chosen.from && days) })}
        options={[
          ...statisticsPeriods.map((one) => [one, t(`statistics.${one}`)] as const),
          ['own', t('statistics.own')],
        ]}
      />
      {chosen.period === 'own' && <StatisticsDays {...{ chosen, onChoose }} />}
      <Choice
        label={t('statistics.by')}
        value={chosen.by}
        onChange={(by) => onChoose({ by, ...(by === chosen.then_by && { then_by: '' }) })}
        options={open.map((one) => [one, t(`statistics.${one}`)])}
      />
      <Choice
        label={t('statistics.then_by')}
        value={chosen.then_by}
        onChange={(then_by) => onChoose({ then_by })}
        options={[
          ['', t('statistics.nothing')],
          ...open
            .filter((one) => one !== chosen.by)
            .map((one) => [one, t(`statistics.${one}`)] as const),
        ]}
      />
      <Choice
        label={t('statistics.tests')}
        value={chosen.test}
        onChange={(test) => onChoose({ test })}
        options={[
          ['no', t('statistics.tests_no')],
          ['yes', t('statistics.tests_yes')],
          ['both', t('statistics.tests_both')],
        ]}
      />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={chosen.basis}
        aria-label={t('statistics.basis')}
        onChange={(_event, basis: StatisticsChoice['basis'] | null) => basis && onChoose({ basis })}
      >
        <ToggleButton value="send" sx={toggleStyle}>
          {t('statistics.basis_send')}
        </ToggleButton>
        <ToggleButton value="ftd" sx={toggleStyle}>
          {t('statistics.basis_ftd')}
        </ToggleButton>
      </ToggleButtonGroup>
      <StatisticsFilters {...{ chosen, onChoose, without }} />
    </Box>
  )
}

const toggleStyle = { textTransform: 'none', px: 1.5, minHeight: { xs: 44, sm: 40 } }

function Choice<Value extends string>(props: SelectProps<Value>) {
  return (
    <Select
      {...props}
      margin="dense"
      sx={{ width: { xs: 'calc(50% - 8px)', sm: 180 } }}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    />
  )
}
