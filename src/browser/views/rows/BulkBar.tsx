import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import { Activity, Fragment, useState } from 'react'

import type { Resource } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import type { Row } from '../../client/records/row.ts'
import { type Action, colorOf, isGrave, type Selection, useStartAction } from '../actions/action.ts'
import { numberText } from '../../client/i18n/formats.ts'
import { useKeptSelection } from '../../ui/unsaved.ts'
import { countText, useListState } from '../list/listState.tsx'
import { useFilters } from '../list/listAddress.ts'
import { useRowsBesideSelected, useSelectedIds } from './selection.tsx'
import english from '../../../texts/en/lists.json'

interface BarProps {
  resource: Resource
  /** What may be done. */
  actions: readonly Action[]
  /** The rows are cards. */
  isNarrow: boolean
}

/**
 * Stands below the rows while some are ticked: how many, all that match, and what to do with them. It is made before,
 * when the page rests: the first tick only shows it. A keyboard comes to it before the rows, of which there are many.
 */
export function BulkBar({ resource, actions, isNarrow }: BarProps) {
  const t = useT(english)
  const startAction = useStartAction()
  const { total, isEstimate } = useListState()
  const [selectedIds, { select, rows }] = useSelectedIds()
  useKeptSelection(selectedIds.length > 0)
  const { values } = useFilters()
  const shown = useRowsBesideSelected()
  // "All that match" holds for the very ticks and filter it was said about.
  const [allOf, setAllOf] = useState<string>()
  const ticked = JSON.stringify([selectedIds, values])
  const isAll = allOf === ticked
  // Cards have no head with a box for all of them.
  const rest = isNarrow ? unticked(rows(), selectedIds) : []
  const count = isAll && total ? total : selectedIds.length
  const selectionFor = (one: Action): Selection => {
    if (isAll) return { filter: values, expected_count: count }
    const versions = one.name === 'update' ? versionsOf(rows(), selectedIds) : undefined
    return { ids: selectedIds, ...(versions && { versions }) }
  }
  const here = shown.filter(({ id }) => selectedIds.includes(id)).length
  const isElsewhere = !isAll && here < selectedIds.length
  const clear = () => select([])
  const totalText = countText(t, total ?? 0, isEstimate)
  return (
    <Activity mode={selectedIds.length > 0 ? 'visible' : 'hidden'}>
      <Box role="toolbar" aria-label={t('bulk')} sx={barStyle}>
        <IconButton size="small" aria-label={t('unselect')} onClick={clear}>
          <CloseIcon fontSize="small" />
        </IconButton>
        <span role="status">
          {t(isElsewhere ? 'selected_here' : 'selected', {
            count: countText(t, count, isAll && isEstimate),
            here: numberText(here),
          })}
        </span>
        {rest.length > 0 && (
          <Button size="small" onClick={() => select([...selectedIds, ...rest])}>
            {t('select_page')}
          </Button>
        )}
        {rest.length === 0 && !isAll && total !== undefined && total > selectedIds.length && (
          <Button size="small" onClick={() => setAllOf(ticked)}>
            {t('select_all', { total: totalText })}
          </Button>
        )}
        <Box sx={actionsStyle}>
          {actions.map((one, at) => (
            <Fragment key={one.name}>
              {isGrave(one) && at > 0 && !isGrave(actions[at - 1] ?? one) && (
                <Divider orientation="vertical" flexItem sx={{ my: 0.5 }} />
              )}
              <Button
                size="small"
                color={colorOf(one)}
                sx={{ flexShrink: 0, minWidth: { xs: 44, sm: 0 } }}
                onClick={() => {
                  const target = { selection: selectionFor(one), count }
                  startAction({ resource, action: one, target, onDone: clear })
                }}
              >
                {one.label}
              </Button>
            </Fragment>
          ))}
        </Box>
      </Box>
    </Activity>
  )
}

const unticked = (rows: readonly Row[], ids: readonly number[]): number[] =>
  rows.map(({ id }) => id).filter((id) => !ids.includes(id))

/** The versions that the person has seen, when all of the ticked rows are on the screen. */
function versionsOf(rows: readonly Row[], ids: readonly number[]): number[] | undefined {
  const byId = new Map(rows.map(({ id, version }) => [id, version]))
  const versions = ids.flatMap((id) => byId.get(id) ?? [])
  return versions.length === ids.length ? versions : undefined
}

/**
 * On a phone one line to be moved sideways, so that the bar leaves room for the rows; elsewhere the buttons go on behind the
 * number, which takes a line less than a block of their own.
 */
const actionsStyle = {
  display: { xs: 'flex', sm: 'contents' },
  gap: 1,
  flexBasis: '100%',
  overflowX: 'auto',
}

const barStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  rowGap: { xs: 1, sm: 0 },
  px: 1,
  py: 0.5,
  // Below the rows it moves none of them, and stays in sight, on a phone where the thumb is.
  order: 1,
  position: { xs: 'fixed', sm: 'sticky' },
  insetBlockEnd: 0,
  insetInline: { xs: 0, sm: 'auto' },
  pb: { xs: 'max(4px, env(safe-area-inset-bottom))', sm: 0.5 },
  zIndex: { xs: 'appBar', sm: 5 },
  boxShadow: { xs: 8, sm: 0 },
  bgcolor: 'background.paper',
  borderTop: 1,
  borderBottom: { sm: 1 },
  // For each width: a border's own shorthand would bring back the colour of the text.
  borderColor: { xs: 'divider', sm: 'divider' },
}
