import Box from '@mui/material/Box'

import { dateWidth } from '../dates/dateForms.ts'
import { useT } from '../../../client/i18n/texts.ts'
import { type FilterProps, OperandField } from './operandFilters.tsx'

export const NumberRangeFilter = (props: FilterProps) => <Range {...props} type="number" />

export const TimeRangeFilter = (props: FilterProps) => <Range {...props} type="time" />

interface RangeProps extends Pick<FilterProps, 'name' | 'label' | 'values' | 'set'> {
  type: 'number' | 'date' | 'time'
}

export function Range({ name, label, values, set, type }: RangeProps) {
  const t = useT()
  const common = { values, set, type }
  const from = t('from', { label })
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        display: 'grid',
        gridTemplateColumns: columnsFor(type, from),
        gap: 1,
        ...(type === 'date' && smallText),
      }}
    >
      <OperandField {...common} operand={`${name}_from`} label={from} />
      <OperandField {...common} operand={`${name}_to`} label={t('to')} />
    </Box>
  )
}

const smallText = { '& .MuiInputBase-input': { fontSize: '0.875rem' } }

/** Two columns where a whole date, or what is asked for, has room in each. */
function columnsFor(type: RangeProps['type'], label: string): string {
  const least =
    type === 'date' ? `${dateWidth('date')}px` : `min(100%, ${label.length * 0.9}ch + 24px)`
  return `repeat(auto-fit, minmax(${least}, 1fr))`
}
