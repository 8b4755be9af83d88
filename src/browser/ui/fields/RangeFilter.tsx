import Box from '@mui/material/Box'

import { useT } from '../../client/i18n/texts.ts'
import type { FilterProps } from './filter.ts'
import { OperandField } from './TextFilter.tsx'

export const NumberRangeFilter = (props: FilterProps) => <Range {...props} type="number" />

interface RangeProps extends Pick<FilterProps, 'name' | 'label' | 'values' | 'set'> {
  type: 'number' | 'date'
}

export function Range({ name, label, values, set, type }: RangeProps) {
  const t = useT()
  const common = { values, set, type }
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}
    >
      <OperandField {...common} operand={`${name}_from`} label={t('from', { label })} />
      <OperandField {...common} operand={`${name}_to`} label={t('to')} />
    </Box>
  )
}
