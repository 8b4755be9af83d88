import { useHasRoute, useUser } from '#browser'
import { mayFilter } from '#schema'

import { lead } from '../leads/lead/lead.ts'
import type { Card } from './card.ts'

/** The list behind each card, who may see it, and the field whose days the card counts. */
const lists: Readonly<Record<string, { path: string; permission: string; day: string }>> = {
  leads: { path: '/lead/search', permission: 'lead.view', day: 'created_at' },
  failed_leads: {
    path: '/failed/lead/search',
    permission: 'failed.lead.view',
    day: 'created_at',
  },
  leads_sent_successfully: {
    path: '/lead/history/search',
    permission: 'lead.history.view',
    day: 'created_at',
  },
  leads_sent_failed: {
    path: '/lead/history/search',
    permission: 'lead.history.view',
    day: 'created_at',
  },
  ftds: { path: '/lead/search', permission: 'lead.view', day: 'api_ftd_at' },
}

const withoutTests = mayFilter(lead, 'is_test', 'equals') ? { is_test: 'false' } : {}

/** The address of the list behind a card, with the same days; undefined where the user has no such screen. */
export function useListAddress({ label, labels }: Card): string | undefined {
  const list = lists[label]
  const exists = useHasRoute()(list?.path ?? '')
  const mayOpen = useUser().permissions.has(list?.permission ?? '')
  if (!list || !exists || !mayOpen) return undefined
  const filter = {
    [`${list.day}_from`]: labels[0],
    [`${list.day}_to`]: labels.at(-1),
    // As the card counts.
    ...(list.path === '/lead/search' && withoutTests),
  }
  return `${list.path}?filter=${encodeURIComponent(JSON.stringify(filter))}`
}
