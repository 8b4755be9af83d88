import { useQuery } from '@tanstack/react-query'

import { createPersistedState, useProvider, useUser } from '#browser'

import { cards as declared, daysShown, type Card } from './cards.ts'

interface Kept {
  /** Whose numbers they are. */
  readonly user: number
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
  const own = kept?.user === user.id ? kept : undefined
  const { data, ...query } = useQuery({
    // A change of any lead has what is kept under its resource read again.
    queryKey: ['leads', 'dashboard', user.id],
    queryFn: async () => {
      const { data: cards } = await provider.call<readonly Card[]>('GET', '/dashboard')
      state.write({ user: user.id, at: Date.now(), cards })
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
  const labels = Array.from({ length: daysShown }, (_, index) =>
    new Date(now - (daysShown - 1 - index) * day).toISOString().slice(0, 10),
  )
  return { label, value: 0, percentage: 0, increase: true, labels, datasets: labels.map(() => 0) }
}

const day = 86_400_000

function isKept(value: unknown): value is Kept {
  const { cards } = (value ?? {}) as Partial<Kept>
  return Array.isArray(cards) && cards.every((card) => Array.isArray(card?.datasets))
}
