import { useQuery } from '@tanstack/react-query'

import { createPersistedState, reader, useProvider, useUser } from '#browser'
import type { Period } from '#schema'

import type { Card } from './card.ts'
import { cards as declared } from './cards.ts'

interface Kept {
  /** Whose numbers they are. */
  readonly user: number
  /** In whose days they are counted. */
  readonly zone: string
  readonly at: number
  readonly cards: readonly Card[]
}

/** Kept as `leadgate.dashboard` on every change and restored on load (specification 3). */
const state = createPersistedState<Kept | null>('dashboard', {
  initial: null,
  restore: (kept) => (isKept(kept) ? kept : undefined),
})

/** Changes of leads are told as they happen; what nobody tells of is found within this time. */
const refreshTime = 60_000

/** The numbers that the user may see: those kept from before at once, then those of the server. */
export function useCards(days: Period) {
  const provider = useProvider()
  const user = useUser()
  const kept = state.read()
  const zone = reader().zone ?? 'UTC'
  const isKeptPeriod = days === 7
  const own = isKeptPeriod && kept?.user === user.id && kept.zone === zone ? kept : undefined
  const { data, ...query } = useQuery({
    // A change of any lead has what is kept under its resource read again.
    queryKey: ['leads', 'dashboard', user.id, zone, days],
    queryFn: async ({ signal }) => {
      // Called off with its page, it leaves nothing behind after a sign-out.
      const { data: cards } = await provider.call<readonly Card[]>(
        'GET',
        isKeptPeriod ? '/dashboard' : `/dashboard?days=${days}`,
        undefined,
        signal,
      )
      if (isKeptPeriod) state.write({ user: user.id, zone, at: Date.now(), cards })
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

function isKept(value: unknown): value is Kept {
  const { cards } = (value ?? {}) as Partial<Kept>
  return Array.isArray(cards) && cards.every((card) => Array.isArray(card?.datasets))
}
