import { useEffect, useEffectEvent, useState } from 'react'
import { useListFilterContext, useListSortContext, useNotify } from 'react-admin'

import { maySort, type Resource } from '#schema'

import { problemOf } from '../../client/http/problem.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { firstOrder, ordersOf, sortText } from '../../client/records/order.ts'
import { useListState } from './listState.tsx'

/**
 * Goes back to the first order where other filters let in more records than the chosen one can sort, and says so.
 * Answers whether it is about to.
 */
export function useOrderInReach(resource: Resource): boolean {
  const t = useT()
  const notify = useNotify()
  const labelOf = useNames(resource).field
  const { error, isPending, isPlaceholderData } = useListState()
  const { sort, setSort } = useListSortContext()
  const { filterValues } = useListFilterContext()
  const now = { order: sortText(sort), filter: JSON.stringify(filterValues) }
  const [shown, setShown] = useState(now)
  const isShown = !error && !isPending && !isPlaceholderData
  if (isShown && !(shown.order === now.order && shown.filter === now.filter)) setShown(now)
  const far = ordersOf(sort).find(({ name }) => !maySort(resource, name))
  const isLoosened = shown.order === now.order && shown.filter !== now.filter
  const isRefused = Boolean(error) && problemOf(error).status === 400
  const isLeaving = isRefused && isLoosened && far !== undefined
  const leave = useEffectEvent(() => {
    setSort(firstOrder(resource))
    const field = labelOf(far?.name ?? '')
    const text = t('order_left', { field })
    notify(text, { type: 'info' })
  })
  useEffect(() => {
    if (isLeaving) leave()
  }, [isLeaving])
  return isLeaving
}
