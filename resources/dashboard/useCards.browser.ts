import { useQuery } from '@tanstack/react-query'

import { createPersistedState, displayLocale, useProvider, useUser } from '#browser'
import type { Period } from '#schema'

import type { Card } from './card.ts'
import { cards as declared } from './cards.ts'

interface StoredCards {
  /** Whose numbers they are. */
  readonly user: number
  /** In whose days they are counted. */
  readonly zone: string
  readonly at: number
  readonly cards: readonly Card[]
}

/** Kept as `leadgate.dashboard` on every change and restored on load (specification 3). */
const state = createPersistedState<StoredCards | null>('dashboard', {
  initial: null,
  restore: (stored) => (isStoredCards(stored) ? stored : undefined),
})

/** Changes of leads arrive as events; what comes without an event is found within this time. */
const refreshTime = 60_000

/** The numbers that the user may see: those kept from before at once, then those of the server. */
export function useCards(days: Period) {
  const provider = useProvider()
  const user = useUser()
  const stored = state.read()
  const zone = displayLocale().zone ?? 'UTC'
  const isStoredPeriod = days === 7
  const own =
    isStoredPeriod && stored?.user === user.id && stored.zone === zone ? stored : undefined
  const { data, ...query } = useQuery({
    // A change of any lead has what is kept under its resource read again.
    queryKey: ['leads', 'dashboard', user.id, zone, days],
    queryFn: async ({ signal }) => {
      // Called off with its page, it leaves nothing behind after a sign-out.
      const { data: cards } = await provider.call<readonly Card[]>(
        'GET',
        isStoredPeriod ? '/dashboard' : `/dashboard?days=${days}`,
        undefined,
        { signal },
      )
      if (isStoredPeriod) state.write({ user: user.id, zone, at: Date.now(), cards })
      return cards
    },
    initialData: own?.cards,
    initialDataUpdatedAt: own?.at,
    refetchInterval: refreshTime,
  })
  const wanted = declared.filter(({ permission }) => user.permissions.has(permission))
  return {
    ...query,
    cards: data && data.filter(({ label }) => wanted.some((one) => one.label === label)),
    wanted,
  }
}

function isStoredCards(value: unknown): value is StoredCards {
  const { cards } = (value ?? {}) as Partial<StoredCards>
  return Array.isArray(cards) && cards.every((card) => Array.isArray(card?.datasets))
}
