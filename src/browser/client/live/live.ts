import type { QueryClient } from '@tanstack/react-query'

import { createInvalidator, listen, updateJob, type LiveEvent } from './events.ts'
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
 * tabs only one holds a stream and tells the others. Answers how to stop.
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
