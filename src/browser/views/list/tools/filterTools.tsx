import AddIcon from '@mui/icons-material/Add'
import FilterListIcon from '@mui/icons-material/FilterList'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense } from 'react'

import type { Resource } from '#schema'

import { useT } from '../../../client/i18n/texts.ts'
import { CountBadge } from '../../../ui/CountBadge.tsx'
import { lazyDialog } from '../../../ui/states/lazyDialog.tsx'
import { useAnchor } from '../../../ui/useAnchor.ts'
import { useIsPainted } from '../../../ui/useIsPainted.ts'
import { isKeyOf } from '../../../client/records/filterValues.ts'
import type { NamedField } from '../../../client/records/permitted.ts'
import { useFilters } from '../listAddress.ts'
import { ToolButton } from './toolParts.tsx'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'

const FilterChips = lazyPart(
  async () => (await import('../../filters/FilterChips.tsx')).FilterChips,
)

interface ButtonProps {
  filters: readonly NamedField[]
  isOpen: boolean
  onToggle(): void
}

/** Opens the filters, and says how many are set. */
export function FilterButton({ filters, isOpen, onToggle }: ButtonProps) {
  const t = useT()
  const { values } = useFilters()
  const keys = Object.keys(values)
  const fields = filters.filter(({ name }) => keys.some((key) => isKeyOf(name, key)))
  const count = fields.length + (values['where'] === undefined ? 0 : 1)
  return (
    <ToolButton
      icon={
        <CountBadge count={count} aria-hidden>
          <FilterListIcon />
        </CountBadge>
      }
      label={count > 0 ? t('filters_set', { count }) : t('filters')}
      text={t('filters')}
      aria-expanded={isOpen}
      onClick={onToggle}
    />
  )
}

const AddFilter = lazyDialog(async () => (await import('../../filters/AddFilter.tsx')).AddFilter)

/** Adds one filter. Where all of them are open it has nothing to add. */
export function AddFilterButton(props: Pick<ButtonProps, 'filters'> & { resource: Resource }) {
  const t = useT()
  const { anchor, opener, onClose } = useAnchor('menu')
  return (
    <>
      <Button startIcon={<AddIcon />} {...opener}>
        {t('add_filter')}
      </Button>
      {anchor && <AddFilter {...props} {...{ anchor, onClose }} />}
    </>
  )
}

/** What filters the list now, with the button that takes it away, and the search. */
export function FilteredBy({ resource }: { resource: Resource }) {
  const t = useT()
  const { values, clear } = useFilters()
  const { search: _search, ...filtering } = values
  const isPainted = useIsPainted()
  if (Object.keys(filtering).length === 0) return null
  return (
    <Box sx={filteredStyle}>
      {isPainted && (
        <Suspense>
          <FilterChips resource={resource} />
          <Button onClick={clear} sx={{ flexShrink: 0, displayPrint: 'none' }}>
            {t('clear_all')}
          </Button>
        </Suspense>
      )}
    </Box>
  )
}

/** As high from the beginning as what comes into it, so that rows do not move. */
const filteredStyle = {
  minHeight: { xs: 48, sm: 36 },
  display: 'flex',
  alignItems: 'center',
  justifyContent: { xs: 'space-between', sm: 'start' },
  gap: 1,
  minWidth: 0,
}
