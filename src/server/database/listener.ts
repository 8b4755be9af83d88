import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, escapeIdentifier, type Notification } from 'pg'

import type { Database, Log } from '../kernel/database.ts'

const pause = 1_000
const heartbeatMs = 30_000
const question = { text: 'select 1', query_timeout: 10_000 }

/** A connection of its own for LISTEN, opened when it is first needed and again whenever it is lost. */
export function createListener(newClient: () => Client, log: Log) {
  const channels = createChannels()
  let client: Promise<Client> | undefined
  let isClosed = false

  const listen: Database['listen'] = async (channel, heard) => {
    const isNew = channels.add(channel, heard)
    client ??= connect()
    const connected = await client
    if (isNew) await connected.query(listenTo(channel))
    return async () => {
      if (channels.remove(channel, heard)) await (await client)?.query(unlistenTo(channel))
    }
  }

  async function connect(): Promise<Client> {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        if (isClosed) throw error
        log.warn({ err: error }, 'The database cannot be listened to. Trying again.')
        await sleep(pause)
      }
    }
  }

  async function attempt(): Promise<Client> {
    const fresh = newClient()
    fresh.on('notification', channels.notify)
    fresh.on('error', (error) => log.warn({ err: error }, 'The listening connection was lost.'))
    await fresh.connect()
    await fresh.query(channels.statement())
    const heartbeat = setInterval(() => {
      // Of a server that has vanished, the connection itself would say nothing for a quarter of an hour.
      fresh.query(question).catch(() => fresh.end())
    }, heartbeatMs).unref()
    fresh.on('end', () => {
      clearInterval(heartbeat)
      if (!isClosed) client = connect().then(missed)
    })
    return fresh
  }

  function missed(connected: Client): Client {
    channels.missed()
    return connected
  }

  async function close(): Promise<void> {
    isClosed = true
    await (await client?.catch(() => undefined))?.end()
  }

  return { listen, close }
}

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

  /** Whether the channel has no listener left. */
  function remove(channel: string, heard: Heard): boolean {
    const known = listeners.get(channel)
    known?.delete(heard)
    return known?.size === 0 && listeners.delete(channel)
  }

  function notify({ channel, payload = '' }: Notification): void {
    for (const heard of listeners.get(channel) ?? []) heard(payload)
  }

  /** Something may have been said while the connection was down. */
  function missed(): void {
    for (const heard of [...listeners.values()].flatMap((all) => [...all])) heard('')
  }

  /** One LISTEN for every channel; '' when there is none. */
  const statement = () => [...listeners.keys()].map(listenTo).join(';')

  return { add, remove, notify, missed, statement }
}

export const listenTo = (channel: string) => `listen ${escapeIdentifier(channel)}`
export const unlistenTo = (channel: string) => `unlisten ${escapeIdentifier(channel)}`
