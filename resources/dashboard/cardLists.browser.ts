import { useHasRoute, useUser } from '#browser'
import { mayFilter } from '#schema'

import { lead } from '../leads/lead/lead.ts'
import type { Card } from './card.ts'

interface CardList {
  readonly path: string
  readonly permission: string
  readonly day: string
  readonly filter?: object
}

/** The list behind each card, who may see it, and the field whose days the card counts. */
const lists: Readonly<Record<string, CardList>> = {
  leads: { path: '/lead/search', permission: 'lead.view', day: 'created_at' },
  failed_leads: {
    path: '/failed/lead/search',
    permission: 'failed.lead.view',
    day: 'created_at',
    filter: { is_test: 'false' },
  },
  leads_sent_successfully: {
    path: '/lead/history/search',
    permission: 'lead.history.view',
    day: 'sent_at',
    filter: { state: 'sent', is_test: 'false' },
  },
  leads_sent_failed: {
    path: '/lead/history/search',
    permission: 'lead.history.view',
    day: 'created_at',
    filter: { state: ['rejected', 'failed', 'unknown'], is_test: 'false' },
  },
  ftds: { path: '/lead/search', permission: 'lead.view', day: 'ftd_at' },
}

const withoutTests = mayFilter(lead, 'is_test', 'equals') ? { is_test: 'false' } : {}

/** Returns the address of the list behind a card, with the same days; undefined where the user has no such screen. */
export function useListAddress(): (card: Card) => string | undefined {
  const hasRoute = useHasRoute()
  const { permissions } = useUser()
  return ({ label, labels }) => {
    const list = lists[label]
    if (!list || !hasRoute(list.path) || !permissions.has(list.permission)) return undefined
    const filter = {
      [`${list.day}_from`]: labels[0],
      [`${list.day}_to`]: labels.at(-1),
      // As the card counts.
      ...list.filter,
      ...(list.path === '/lead/search' && withoutTests),
    }
    return `${list.path}?filter=${encodeURIComponent(JSON.stringify(filter))}`
  }
}
