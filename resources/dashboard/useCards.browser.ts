import { useQuery } from '@tanstack/react-query'

import { createPersistedState, reader, useProvider, useUser } from '#browser'
import { dayOn, daysAfter } from '#schema'

import type { Card } from './card.ts'
import { cards as declared, daysShown } from './cards.ts'

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
export function useCards() {
  const provider = useProvider()
  const user = useUser()
  const kept = state.read()
  const zone = reader().zone ?? 'UTC'
  const own = kept?.user === user.id && kept.zone === zone ? kept : undefined
  const { data, ...query } = useQuery({
    // A change of any lead has what is kept under its resource read again.
    queryKey: ['leads', 'dashboard', user.id, zone],
    queryFn: async ({ signal }) => {
      // Called off with its page, it leaves nothing behind after a sign-out.
      const { data: cards } = await provider.call<readonly Card[]>(
        'GET',
        '/dashboard',
        undefined,
        signal,
      )
      state.write({ user: user.id, zone, at: Date.now(), cards })
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

/** What stands there before the data: seven daily points of nothing (specification 1). */
export function placeholder(label: string, now = Date.now()): Card {
  const today = dayOn({ at: new Date(now), zone: reader().zone ?? 'UTC' })
  const labels = Array.from({ length: daysShown }, (_, index) =>
    daysAfter(today, index - daysShown + 1),
  )
  return { label, value: 0, percentage: 0, increase: true, labels, datasets: labels.map(() => 0) }
}

function isKept(value: unknown): value is Kept {
  const { cards } = (value ?? {}) as Partial<Kept>
  return Array.isArray(cards) && cards.every((card) => Array.isArray(card?.datasets))
}
