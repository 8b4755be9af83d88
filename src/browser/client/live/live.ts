import type { QueryClient } from '@tanstack/react-query'

import { listen, type Change, type JobProgress, type LiveEvent } from './events.ts'
import type { Http } from '../http/http.ts'
import { isShown, type OwnWrites } from './ownWrites.ts'

const name = 'leadgate.events'

type Message = LiveEvent | { readonly event: 'return' }

interface Followed {
  readonly ownWrites: OwnWrites
  onChange(resource: string): void
}

/**
 * Keeps the browser's caches up to date with the server. Browsers allow six connections to a server, so of all
 * tabs only one holds a stream and tells the others. Returns a function that stops it.
 */
export function followServer(
  http: Http,
  queryClient: QueryClient,
  { ownWrites, onChange }: Followed,
): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const channel = new BroadcastChannel(name)
  const tellOtherTabs = channel.postMessage.bind(channel)
  const invalidate = createInvalidator(
    queryClient,
    (change) => ownWrites.includes(change) || isShown(queryClient, change),
  )
  const take = (message: Message) => {
    if (message.event === 'return') void queryClient.invalidateQueries()
    else if (message.event === 'job') updateJob(queryClient, message.data)
    else {
      invalidate(message.data)
      onChange(message.data.resource)
    }
  }
  const takeAndTell = (message: Message) => {
    take(message)
    tellOtherTabs(message)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => take(data))
  const holdStream = () =>
    listen(http, { signal, onEvent: takeAndTell, onReturn: () => takeAndTell({ event: 'return' }) })
  void whenFirst(signal, holdStream)
  return () => {
    controller.abort()
    channel.close()
  }
}

/** Runs in one tab at a time; in every tab where the browser has no locks, as on a page without TLS. */
async function whenFirst(signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return run()
  try {
    await navigator.locks.request(name, { signal }, run)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** How long changes are gathered before what they concern is read again: an import tells of many. */
const gatherTime = 1000

/** Has changed resources read again, each at most once a second; not for changes that `isKnown` by then. */
export function createInvalidator(
  queryClient: QueryClient,
  isKnown: (change: Change) => boolean,
): (change: Change) => void {
  let changes: Change[] = []
  const readAgain = () => {
    const names = new Set(changes.filter((one) => !isKnown(one)).map(({ resource }) => resource))
    changes = []
    for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] })
  }
  return (change) => {
    if (changes.length === 0) setTimeout(readAgain, gatherTime)
    changes.push(change)
  }
}

/** Gives a job that the browser keeps its new numbers. What has just ended is read again: its files and its report are there now. */
export function updateJob(queryClient: QueryClient, job: JobProgress): void {
  let isKnown = false
  let hasEnded = false
  const patch = (cached: CachedJobs): CachedJobs => {
    if (cached.id !== job.id) return cached
    isKnown = true
    hasEnded ||= isGoing(cached['state']) && !isGoing(job['state'])
    return { ...cached, ...job }
  }
  queryClient.setQueriesData({ queryKey: ['jobs'] }, (cached: CachedJobs | undefined) => {
    if (!cached || !Array.isArray(cached.data)) return cached && patch(cached)
    return cached.data.some(({ id }) => id === job.id)
      ? { ...cached, data: cached.data.map(patch) }
      : cached
  })
  if (hasEnded) void queryClient.invalidateQueries({ queryKey: ['jobs'] })
  else if (!isKnown) void queryClient.invalidateQueries({ queryKey: ['jobs', 'getList'] })
}

/** The answer to a question for a job, or for a list of them. */
interface CachedJobs {
  readonly id?: unknown
  readonly data?: readonly CachedJobs[]
  readonly [name: string]: unknown
}

const going: ReadonlySet<unknown> = new Set(['queued', 'running', 'paused', 'cancelling'])

/** Whether a job in this state still has something before it. */
export const isGoing = (state: unknown): boolean => going.has(state)
