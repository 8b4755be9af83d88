import Box from '@mui/material/Box'
import { useState } from 'react'

import { useT } from '../../browser/client/i18n/texts.ts'
import { type FilterProps, OperandField } from '../../browser/ui/fields/filters/operandFilters.tsx'
import { Range } from '../../browser/ui/fields/filters/Range.tsx'
import { Select } from '../../browser/ui/fields/Select.tsx'
import english from '../../texts/en/lists.json'
import { isPeriod, periodsOf } from '../../browser/ui/fields/dates/periods.ts'

const ownDays = 'days'

/** A period that stays true tomorrow, or days from and to; where values are masked, the exact day. */
export function DateFilter(props: FilterProps) {
  const { field, name, label, isMasked, values, set } = props
  const t = useT(english)
  const [from, to] = [`${name}_from`, `${name}_to`]
  const [isOpen, setOpen] = useState(false)
  const period = values[name]
  const isDays = values[from] !== undefined || values[to] !== undefined || isOpen
  if (isMasked || (period !== undefined && !isPeriod(period))) {
    return <OperandField {...{ label, values, set }} operand={name} type="date" />
  }
  const choose = (chosen: string) => {
    setOpen(chosen === ownDays)
    if (chosen === ownDays) set({ [name]: undefined })
    else set({ [name]: chosen || undefined, [from]: undefined, [to]: undefined })
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Select<string>
        label={label}
        value={period ?? (isDays ? ownDays : '')}
        options={[
          ['', t('any_time')],
          [ownDays, t('own_days')],
          ...periodsOf(field).map((one) => [one, t(`period.${one}`)] as const),
        ]}
        onChange={choose}
      />
      {period === undefined && isDays && <Range {...{ name, label, values, set }} type="date" />}
    </Box>
  )
}
