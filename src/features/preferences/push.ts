import type { Preference } from '#contract'

import { HttpFailure, type Http } from '../../browser/client/http/http.ts'
import type { LocalPreferences } from './local.ts'
import type { Pending, PendingChange } from './pending.ts'

interface Kept {
  readonly data: Partial<Preference>
}

/** Makes the function that sends what is pending, one change after the other. What the server refuses stays here. */
export function createPush(
  http: Http,
  pending: Pending,
  local: LocalPreferences,
  signal: AbortSignal,
): () => Promise<void> {
  const refused = new Set<string>()
  const send = async (key: string, change: PendingChange) => {
    const { data } = await http.json<Kept>(`/profile/preferences/${key}`, {
      ...callOf(change),
      signal,
      isBackground: true,
    })
    pending.done(key, change)
    // A newer one of another browser stood there.
    if ('value' in data && !(key in pending.read())) local.set(key, data.value)
  }
  const sendAll = async () => {
    for (const [key, change] of Object.entries(pending.read())) {
      if (refused.has(key)) continue
      try {
        await send(key, change)
      } catch (error) {
        if (!isRefusal(error)) return
        refused.add(key)
      }
    }
  }
  let running: Promise<void> | undefined
  return () => {
    running ??= sendAll().finally(() => {
      running = undefined
    })
    return running
  }
}

function callOf({ value, at }: PendingChange) {
  if (value === undefined) return { method: 'DELETE' } as const
  return { method: 'PUT', body: { value, age: Math.max(0, Date.now() - at) } } as const
}

const isRefusal = (error: unknown) =>
  error instanceof HttpFailure && [409, 413, 422].includes(error.status)
