import { escapeIdentifier, type Notification } from 'pg'

type Heard = (payload: string) => void

/** Who wants to hear of which channel. */
export function createChannels() {
  const listeners = new Map<string, Set<Heard>>()

  /** Whether the channel is new. */
  function add(channel: string, heard: Heard): boolean {
    const known = listeners.get(channel)
    listeners.set(channel, (known ?? new Set()).add(heard))
    return !known
  }

  /** Whether nobody is left on the channel. */
  function remove(channel: string, heard: Heard): boolean {
    const known = listeners.get(channel)
    known?.delete(heard)
    return known?.size === 0 && listeners.delete(channel)
  }

  function notify({ channel, payload = '' }: Notification): void {
    for (const heard of listeners.get(channel) ?? []) heard(payload)
  }

  /** Something may have been said while nobody could hear. */
  function missed(): void {
    for (const heard of [...listeners.values()].flatMap((all) => [...all])) heard('')
  }

  /** One LISTEN for every channel; '' when there is none. */
  const statement = () => [...listeners.keys()].map(listenTo).join(';')

  return { add, remove, notify, missed, statement }
}

export const listenTo = (channel: string) => `listen ${escapeIdentifier(channel)}`
export const unlistenTo = (channel: string) => `unlisten ${escapeIdentifier(channel)}`
