import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useListContext } from 'react-admin'

import type { Resource } from '#schema'

import { useUser } from '../../session.ts'
import { may } from '../permitted.ts'
import { useNames, useText } from '../words.ts'
import { useFilters } from './filters.ts'
import { ImportButton, NewButton } from './ListHead.tsx'
import { firstOrder } from './order.ts'

/** What stands in place of rows: why there are none, and what to do about it. */
export function EmptyList({ resource }: { resource: Resource }) {
  const say = useText()
  const user = useUser()
  const { many } = useNames(resource)
  const { values, clear } = useFilters()
  if (Object.keys(values).length > 0) {
    return (
      <Notice text={say('no_match', 'Nothing matches the search and filters.')}>
        <Button variant="outlined" onClick={clear}>
          {say('clear_all', 'Clear all')}
        </Button>
      </Notice>
    )
  }
  const hint = may(resource, 'create', user) ? say('add_first', 'Add the first one.') : ''
  return (
    <Notice text={`${say('none_yet', 'No %{many} yet.', { many: many.toLowerCase() })} ${hint}`}>
      <ImportButton resource={resource} />
      <NewButton resource={resource} />
    </Notice>
  )
}

/** A list request that the server refused, with a way out: a stored filter may be of another day. */
export function FailedList({ resource }: { resource: Resource }) {
  const say = useText()
  const { error, refetch, setFilters, setSort } = useListContext()
  const reset = () => {
    setFilters({})
    setSort(firstOrder(resource))
  }
  return (
    <Notice text={error?.message || say('list_failed', 'The list could not be loaded.')}>
      <Button onClick={reset}>{say('reset_list', 'Reset filters and order')}</Button>
      <Button variant="outlined" onClick={() => void refetch()}>
        {say('try_again', 'Try again')}
      </Button>
    </Notice>
  )
}

function Notice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Box role="status" sx={{ p: 4, textAlign: 'center' }}>
      <Typography sx={{ mb: 2 }}>{text}</Typography>
      <Box sx={{ display: 'flex', justifyContent: 'center', flexWrap: 'wrap', gap: 1 }}>
        {children}
      </Box>
    </Box>
  )
}
