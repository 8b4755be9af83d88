import Alert from '@mui/material/Alert'
import { useWatch } from 'react-hook-form'

import { numberText, useApiQuery, useT } from '#browser'

import english from '../../translations/en/console.json'
import { useAfterPause } from '../../useAfterPause.browser.ts'
import { blackList, countedLeads, type BlackListEntry } from './blackList.ts'
import type { CountedLeads } from './countLeads.ts'

/** How many leads a new entry would block (product.md 11.8). */
export function LeadsToBlock() {
  const t = useT(english)
  const { leads, is_growing, is_later } = useCount() ?? {}
  const count = leads ?? null
  if (count === null && !is_later) return null
  const number = numberText(count ?? 0)
  const isMany = count === countedLeads
  return (
    <Alert severity={count === 0 ? 'info' : 'warning'} role="status" sx={{ mt: 2 }}>
      {count === null && t('black_list.looks_later')}
      {count !== null && !isMany && t('black_list.blocks', { count: number, smart_count: count })}
      {isMany && t('black_list.blocks_many', { count: number })}
      {is_growing && ` ${t('black_list.blocks_later')}`}
    </Alert>
  )
}

/** Undefined where the entry would block none that are there. */
function useCount() {
  const typed: Partial<BlackListEntry> = useWatch()
  const { type, value, scope, block_existing } = typed
  const asked = useAfterPause(JSON.stringify({ type, value: value?.trim() }))
  const isMeant = scope === 'all' && block_existing === true && Boolean(value?.trim())
  const { data } = useApiQuery<CountedLeads>({
    queryKey: [blackList.name, 'count', asked],
    path: `/${blackList.api}/count`,
    body: JSON.parse(asked),
    enabled: isMeant && asked.includes('"value"'),
    gcTime: 0,
  })
  return isMeant ? data : undefined
}
