import NavigateBeforeIcon from '@mui/icons-material/NavigateBefore'
import NavigateNextIcon from '@mui/icons-material/NavigateNext'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { useGetList } from 'react-admin'
import { Link, useLocation, useNavigate } from 'react-router-dom'

import type { Resource } from '#schema'

import { pathOf } from '../../client/addresses/addresses.ts'
import { numberText } from '../../client/i18n/formats.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import type { Row } from '../../client/records/row.ts'
import { pointing } from '../../ui/theme/Directed.tsx'
import { useShortcuts } from '../../ui/keyboard/shortcutRegistry.ts'
import { countText } from '../list/listState.tsx'
import { chooseInList } from '../rows/listPlace.ts'
import { SlotsContext } from '../slots.ts'
import { walkAround, type Walk } from './walk.ts'
import english from '../../../texts/en/records.json'

interface NeighboursProps {
  resource: Resource
  id: number
}

/** Where a record stands in the list that it was opened from, and the way to those before and after it. */
export function Neighbours({ resource, id }: NeighboursProps) {
  const client = useQueryClient()
  const hasOwnList = use(SlotsContext).views?.[resource.name]?.list !== undefined
  const [walk] = useState(() => walkAround(client, { resource: resource.name, id, hasOwnList }))
  return walk && <Walked {...{ resource, id, walk }} />
}

function Walked({ resource, id, walk }: NeighboursProps & { walk: Walk }) {
  const t = useT(english)
  const navigate = useNavigate()
  const { hash } = useLocation()
  const one = useNames(resource).one.toLowerCase()
  const { previous, next } = useBoth(resource, walk, id)
  const place = {
    at: numberText(placeIn(walk, id)),
    total: countText(t, walk.total, walk.isEstimate),
  }
  const go = (to: number | undefined) => () =>
    to !== undefined && void navigate(neighbour(resource, to, hash), { replace: true })
  const labels = { previous: t('previous_one', { one }), next: t('next_one', { one }) }
  const offered = (to: number | undefined) => () => to !== undefined
  useShortcuts([
    {
      keys: 'k',
      label: labels.previous,
      group: 'screen',
      run: go(previous),
      isOffered: offered(previous),
    },
    { keys: 'j', label: labels.next, group: 'screen', run: go(next), isOffered: offered(next) },
  ])
  useEffect(() => chooseInList(resource.name, id), [resource, id])
  return (
    <Box sx={style}>
      <Step {...{ resource }} label={labels.previous} to={previous} Icon={NavigateBeforeIcon} />
      <span>{t('place_in_list', place)}</span>
      <Step {...{ resource }} label={labels.next} to={next} Icon={NavigateNextIcon} />
    </Box>
  )
}

interface StepProps {
  resource: Resource
  label: string
  to: number | undefined
  Icon: typeof NavigateNextIcon
}

/** Its address, with the tab that is open. */
const neighbour = (resource: Resource, id: number, hash: string) => ({
  pathname: pathOf(resource, 'show', id),
  hash,
})

/** A link that takes the place of the record in the browser's history, so that Back goes to the list. */
function Step({ resource, label, to, Icon }: StepProps) {
  const { hash } = useLocation()
  const link = to !== undefined && {
    component: Link,
    to: neighbour(resource, to, hash),
    replace: true,
  }
  return (
    <IconButton size="small" aria-label={label} title={label} disabled={!link} {...link}>
      <Icon sx={pointing} />
    </IconButton>
  )
}

const placeIn = ({ ids, start }: Walk, id: number): number => start + ids.indexOf(id) + 1

/** The records before and after one; at the edge of a page the page beside it is asked for. */
function useBoth(resource: Resource, walk: Walk, id: number) {
  const { ids, start, total, params } = walk
  const { page, perPage } = params.pagination
  const at = ids.indexOf(id)
  const beside = (step: 1 | -1) => ({ ...params, pagination: { page: page + step, perPage } })
  const before = useGetList<Row>(resource.name, beside(-1), { enabled: at === 0 && page > 1 })
  const after = useGetList<Row>(resource.name, beside(1), {
    enabled: at === ids.length - 1 && start + ids.length < total,
  })
  return {
    previous: ids[at - 1] ?? (at === 0 && page > 1 ? before.data?.at(-1)?.id : undefined),
    next: ids[at + 1] ?? after.data?.[0]?.id,
  }
}

const style = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  color: 'text.secondary',
  fontSize: '0.875rem',
  whiteSpace: 'nowrap',
  displayPrint: 'none',
}
