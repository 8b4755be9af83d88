import type { ListRequest, ListRequests } from '../http/earlyRequest.ts'
import { createPersistedState } from '../storage/persisted.ts'

/** Most addresses that are remembered. */
const maxAddresses = 30

/** What lists asked for last; it ends with the session. */
const requests = createPersistedState<ListRequests>('requests', { initial: {} })

/** Remembers what the list at this address asks for, so that the next page can ask before its files are there. */
export function rememberRequest(request: Omit<ListRequest, 'search'>): void {
  const { pathname, search } = window.location
  const { [pathname]: before, ...others } = requests.read()
  const next = { search, ...request }
  if (JSON.stringify(before) === JSON.stringify(next)) return
  const stored = Object.entries(others).slice(1 - maxAddresses)
  requests.write({ ...Object.fromEntries(stored), [pathname]: next })
}

/** Forgets all of them: what may be asked for is another matter now. */
export const forgetRequests = (): void => requests.reset()
