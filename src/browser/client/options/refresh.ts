import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'

import type { Activity } from '../live/activity.ts'
import type { Http } from '../http/http.ts'
import { session } from '../session/session.ts'
import { useUser } from '../session/user.ts'
import { OptionsContext, type Options, type OptionStore } from './store.ts'
import { mayHave, itemsOf, wholeListKey, type OptionList } from './lists.ts'
import { pause, quiet } from '../live/quiet.ts'

/** Keeps the option lists that the user may have, and only those, fresh from the time this is drawn, which is after the first screen. */
export function useFreshOptions(http: Http, activity: Activity): void {
  const options = useContext(OptionsContext)
  const queryClient = useQueryClient()
  const { permissions } = useUser()
  useEffect(() => {
    if (!options) return
    const allowed = options.lists.filter((list) => mayHave({ permissions }, list))
    options.store.keepOnly(new Set(allowed.map(({ name }) => name)))
  }, [options, permissions])
  useEffect(() => {
    if (!options) return undefined
    const controller = new AbortController()
    const { signal } = controller
    // What the screen asks for goes first; a picker may be asking for the very list that is due.
    const isPaused = () => document.hidden || activity.isIdle() || queryClient.isFetching() > 0
    void begin({ ...options, http, queryClient, signal, isPaused })
    return () => controller.abort()
  }, [options, http, activity, queryClient])
}

type Cycle = Options & {
  readonly http: Http
  readonly queryClient: QueryClient
  readonly signal: AbortSignal
  readonly isPaused: () => boolean
}

async function begin(cycle: Cycle): Promise<void> {
  await quiet(cycle.queryClient, cycle.signal)
  if (cycle.signal.aborted) return
  await refreshOptions({ ...cycle, permissions: () => session.read()?.permissions ?? [] })
}

/** Milliseconds: a list is asked for again after a minute, and two lists never in the same moment. */
const every = 60_000
const between = 2500

interface Refresh {
  readonly http: Http
  readonly queryClient: QueryClient
  readonly store: OptionStore
  readonly lists: readonly OptionList[]
  /** Read before every call: the lists follow the permissions. */
  readonly permissions: () => readonly string[]
  /** The user is away, the page is hidden, or the screen itself asks. */
  readonly isPaused: () => boolean
  readonly signal: AbortSignal
}

/** Keeps the option lists fresh, one after the other, until the signal ends it. */
export async function refreshOptions({ isPaused, signal, ...refresh }: Refresh): Promise<void> {
  while (!signal.aborted) {
    const next = isPaused() ? undefined : nextList(refresh)
    if (next) await fetchList(refresh, next, signal)
    await pause(between, signal)
  }
}

/** The list that waits longest, if any has waited a minute; another tab's asking counts, too. */
function nextList({ lists, store, ...now }: Pick<Refresh, 'lists' | 'store' | 'permissions'>) {
  const permissions = new Set(now.permissions())
  const askedAt = ({ name }: OptionList) => store.of(name).asked_at
  const due = lists.filter(
    (list) => mayHave({ permissions }, list) && Date.now() - askedAt(list) >= every,
  )
  return due.sort((one, other) => askedAt(one) - askedAt(other))[0]
}

async function fetchList(
  { http, queryClient, store }: Pick<Refresh, 'http' | 'queryClient' | 'store'>,
  list: OptionList,
  signal: AbortSignal,
): Promise<void> {
  store.fetching(list.name)
  try {
    const answer = await queryClient.fetchQuery({
      queryKey: wholeListKey(list.name),
      queryFn: () => http.json(list.path, { isBackground: true }),
      staleTime: 0,
      retry: false,
    })
    if (!signal.aborted) store.loaded(list.name, itemsOf(list, answer))
  } catch {
    if (!signal.aborted) store.failed(list.name)
  }
}
