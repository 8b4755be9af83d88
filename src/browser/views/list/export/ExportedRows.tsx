import DialogContentText from '@mui/material/DialogContentText'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useState } from 'react'
import { useListContext } from 'react-admin'

import type { Resource } from '#schema'

import { numberText } from '../../../client/i18n/formats.ts'
import { useNames, useT } from '../../../client/i18n/texts.ts'
import type { FilterValues } from '../../../client/records/filterValues.ts'
import type { Row } from '../../../client/records/row.ts'
import { useFilters } from '../listAddress.ts'
import { countText, useListState } from '../listState.tsx'
import english from '../../../../texts/en/lists.json'

/** Returns what an export matches: the ticked rows, where there are any and nothing else is said, or all of the filter. */
export function useExportedRows() {
  const { values } = useFilters()
  const { selectedIds: ids } = useListContext<Row>()
  const [isAll, setAll] = useState(ids.length === 0)
  const filter: FilterValues = isAll ? values : { id: ids }
  return { filter, ids, isAll, setAll }
}

interface RowsProps extends ReturnType<typeof useExportedRows> {
  resource: Resource
}

/** Says how many records go into the file, and asks where some are ticked. */
export function ExportedRows({ resource, ids, isAll, setAll }: RowsProps) {
  const t = useT(english)
  const { many } = useNames(resource)
  const { total = 0, isEstimate } = useListState()
  const all = t('export_count', { count: countText(t, total, isEstimate) })
  if (ids.length === 0) return <DialogContentText sx={{ mb: 1 }}>{all}</DialogContentText>
  return (
    <RadioGroup
      aria-label={many}
      value={isAll ? 'all' : 'ticked'}
      onChange={(_event, value) => setAll(value === 'all')}
      sx={{ mb: 1 }}
    >
      <FormControlLabel
        value="ticked"
        control={<Radio />}
        label={t('selected', { count: numberText(ids.length) })}
      />
      <FormControlLabel value="all" control={<Radio />} label={all} />
    </RadioGroup>
  )
}
