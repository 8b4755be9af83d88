import TuneIcon from '@mui/icons-material/Tune'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'

import type { Resource } from '#schema'

import { listText } from '../../client/i18n/formats.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import type { NamedField } from '../../client/records/permitted.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { useFilters } from '../list/listAddress.ts'
import { FieldFilter } from './FieldFilter.tsx'
import english from '../../../texts/en/lists.json'

interface PanelProps {
  resource: Resource
  filters: readonly NamedField[]
  /** Those that the list shows: what cannot be filtered is named. */
  columns: readonly NamedField[]
}

const FilterBuilder = lazyPart(async () => (await import('./FilterBuilder.tsx')).FilterBuilder)

/** Every filter of a list, each with the control of its kind, and conditions of one's own. What is set applies at once. */
export function FilterPanel({ resource, filters, columns }: PanelProps) {
  const t = useT(english)
  const names = useNames(resource)
  const { values } = useFilters()
  const others = columns.filter(({ name }) => !filters.some((one) => one.name === name))
  return (
    <Box
      role="group"
      aria-label={t('filters')}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
        gap: 1.5,
        p: 1.5,
        borderRadius: 1,
        bgcolor: 'action.hover',
        // Many filters leave room for the rows that they choose.
        maxHeight: { sm: '50dvh' },
        overflowY: 'auto',
        '@media print': { maxHeight: 'none' },
      }}
    >
      {filters.map((one) => (
        <FieldFilter key={one.name} resource={resource} one={one} />
      ))}
      {others.length > 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ gridColumn: '1 / -1' }}>
          {t('unfiltered', { fields: listText(others.map(({ name }) => names.field(name))) })}
        </Typography>
      )}
      <OwnConditions resource={resource} isOpenAtFirst={values['where'] !== undefined} />
    </Box>
  )
}

interface OwnProps {
  resource: Resource
  isOpenAtFirst: boolean
}

function OwnConditions({ resource, isOpenAtFirst }: OwnProps) {
  const t = useT(english)
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [wasOpen] = useState(isOpenAtFirst)
  const builder = <FilterBuilder resource={resource} />
  return (
    <Box sx={{ gridColumn: '1 / -1', display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Button
        size="small"
        startIcon={<TuneIcon />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('own_conditions')}
      </Button>
      {isOpen && (
        <Box sx={{ justifySelf: 'stretch' }}>
          {wasOpen ? builder : <Suspense>{builder}</Suspense>}
        </Box>
      )}
    </Box>
  )
}
