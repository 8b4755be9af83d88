import type { QueryClient } from '@tanstack/react-query'

import type { Resource } from '#schema'

import type { Change } from './events.ts'
import { recordsIn } from '../records/row.ts'
import type { ConsoleProvider } from '../records/provider.ts'

/** A record of this page's own writes, with the version that the write gave it. */
interface Written {
  readonly id: number
  readonly version: number
}

export type OwnWrites = ReturnType<typeof createOwnWrites>

/** More records than this are forgotten, the oldest first. */
const maxRecords = 2_000

/** What this page wrote, and has read again by itself: the stream of events tells it once more. */
function createOwnWrites() {
  const versions = new Map<string, number>()
  const keyOf = (resource: string, id: number) => `${resource} ${id}`
  return {
    add(resource: string, written: readonly Written[]) {
      for (const { id, version } of written) versions.set(keyOf(resource, id), version)
      const surplus = Math.max(0, versions.size - maxRecords)
      for (const key of [...versions.keys()].slice(0, surplus)) versions.delete(key)
    },
    /** Whether a change is one of these writes, or an earlier one that they built on. */
    includes({ resource, id, version }: Change) {
      if (id === null || version === null) return false
      return version <= (versions.get(keyOf(resource, id)) ?? -1)
    },
  }
}

/** Those of this page. */
export const ownWrites = createOwnWrites()

/** Whether every question on the screen that has the record got it in this version or a later one; false when none has it. */
export function isShown(client: QueryClient, { resource, id, version }: Change): boolean {
  if (id === null || version === null) return false
  const shown = client
    .getQueryCache()
    .findAll({ queryKey: [resource], type: 'active' })
    .flatMap(({ state }) => recordsIn(state.data))
    .filter((record) => record.id === id)
  return shown.length > 0 && shown.every((record) => Number(record['version']) >= version)
}

const methods = ['create', 'update', 'updateMany', 'delete', 'deleteMany'] as const

type OnWrite = (resource: string, written: readonly Written[]) => void

/** Returns the same provider; after every write, `onWrite` is called with what was written, as far as the server says it. */
export function observeWrites(
  provider: ConsoleProvider,
  resources: readonly Resource[],
  onWrite: OnWrite,
): ConsoleProvider {
  const observed = methods.map((name) => [name, observe(name, provider[name], onWrite)])
  return {
    ...provider,
    ...Object.fromEntries(observed),
    async call<Data>(...[method, path, body, options]: Parameters<ConsoleProvider['call']>) {
      const answer = await provider.call<Data>(method, path, body, options)
      const resource = resources.find(({ api }) => isWriteOf(api, path))
      if (method === 'GET' || !resource) return answer
      const isFinal = path.endsWith('/bulk/delete') && !resource.softDelete
      onWrite(resource.name, isFinal ? removedBy(body) : writtenIn(answer.data))
      return answer
    },
  }
}

type Write = (resource: string, params: never) => Promise<unknown>

const observe =
  (name: (typeof methods)[number], write: Write, onWrite: OnWrite): Write =>
  async (resource, params: { id?: number }) => {
    const answer = (await write(resource, params as never)) as { data?: unknown }
    const written = writtenIn(answer.data)
    const isFinal = name === 'delete' && written.length === 0
    onWrite(resource, isFinal ? removedBy({ ids: [params.id] }) : written)
    return answer
  }

/** `/{api}/12`, `/{api}/12/{action}` and `/{api}/bulk/{action}`. */
const isWriteOf = (api: string, path: string) =>
  path.startsWith(`/${api}/`) && /^(?:\d+|bulk)(?:\/|$)/.test(path.slice(api.length + 2))

function writtenIn(data: unknown): readonly Written[] {
  const { id, version, records } = Object(data) as Partial<Written> & { records?: Written[] }
  if (Array.isArray(records)) return records
  return typeof id === 'number' && typeof version === 'number' ? [{ id, version }] : []
}

/** A record that is gone for good never changes again, so no later version is another's. */
function removedBy(selection: unknown): readonly Written[] {
  const { ids } = Object(selection) as { ids?: readonly number[] }
  return (ids ?? []).map((id) => ({ id, version: Infinity }))
}
