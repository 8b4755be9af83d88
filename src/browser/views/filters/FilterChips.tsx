import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useMemo, type SyntheticEvent } from 'react'

import type { Resource } from '#schema'

import { useFilters } from '../list/filters.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { chipsOf, rulesIn } from './chips.ts'
import { nodeText } from './conditionText.ts'
import { useRecordNames } from './useRecordNames.ts'
import english from '../../../texts/lists.json'

/** What filters the list now, in words; each can be taken away. */
export function FilterChips({ resource }: { resource: Resource }) {
  const t = useT(english)
  const names = useNames(resource)
  const { values, set } = useFilters()
  const chips = useMemo(() => chipsOf(resource, values), [resource, values])
  const nameOf = useRecordNames(
    resource,
    chips.flatMap(({ node }) => rulesIn(node)),
  )
  if (chips.length === 0) return null
  return (
    <Box component="ul" aria-label={t('filters_now')} sx={rowStyle}>
      {chips.map(({ key, node, without }) => {
        const text = node ? nodeText({ resource, t, names, nameOf }, node) : key
        const remove = ({ target }: SyntheticEvent) => {
          if (target instanceof Element) focusBeside(target)
          set(without)
        }
        return (
          <li key={key}>
            <Chip
              size="small"
              label={text}
              title={text}
              aria-label={t('remove_filter', { filter: text })}
              onClick={remove}
              onDelete={remove}
              sx={chipStyle}
            />
          </li>
        )
      })}
    </Box>
  )
}

/** A chip that goes hands the focus to its neighbour, the last one to what opens the filters. */
function focusBeside(chip: Element): void {
  const item = chip.closest('li')
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  const opener = item?.closest('ul')?.parentElement?.querySelector<HTMLElement>('[aria-expanded]')
  ;(neighbour?.querySelector<HTMLElement>('[role="button"]') ?? opener)?.focus()
}

/** One line that scrolls, so that rows do not move when it fills. */
const rowStyle = {
  display: 'flex',
  gap: 0.75,
  m: 0,
  p: '2px',
  listStyle: 'none',
  overflowX: 'auto',
  minHeight: { xs: 48, sm: 32 },
  alignItems: 'center',
}

const chipStyle = {
  maxWidth: 'min(28rem, 80vw)',
  height: { xs: 44, sm: 28 },
  borderRadius: { xs: 22, sm: 14 },
}
