import type { Http } from '../http/http.ts'
import { itemsOf, mayHave, type OptionList } from './lists.ts'
import type { OptionStore } from './store.ts'
import { pause } from '../live/pause.ts'

/** Specification 9: a list is asked for again after a minute, and two lists never in the same moment. */
const every = 60_000
const between = 2500

interface Refresh {
  readonly http: Http
  readonly store: OptionStore
  readonly lists: readonly OptionList[]
  /** Read before every call: the lists follow the permissions (specification 6). */
  readonly permissions: () => readonly string[]
  /** Nobody is at work, or nobody looks. */
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
function nextList({ lists, store, ...now }: Omit<Refresh, 'isPaused' | 'signal'>) {
  const permissions = new Set(now.permissions())
  const askedAt = ({ name }: OptionList) => store.of(name).asked_at
  const due = lists.filter(
    (list) => mayHave({ permissions }, list) && Date.now() - askedAt(list) >= every,
  )
  return due.sort((one, other) => askedAt(one) - askedAt(other))[0]
}

async function fetchList(
  { http, store }: Pick<Refresh, 'http' | 'store'>,
  list: OptionList,
  signal: AbortSignal,
): Promise<void> {
  store.fetching(list.name)
  try {
    const answer = await http.json(list.path, { signal, isBackground: true })
    if (!signal.aborted) store.loaded(list.name, itemsOf(list, answer))
  } catch {
    if (!signal.aborted) store.failed(list.name)
  }
}
