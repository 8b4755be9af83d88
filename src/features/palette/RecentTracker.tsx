import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useCallback } from 'react'
import { useStore } from 'react-admin'

import { knownRecord } from '../../browser/client/records/row.ts'
import { usePathname } from '../../browser/client/addresses/navigation.tsx'
import { placeOf, type ResourceAddress } from '../../browser/client/addresses/addresses.ts'
import { maySee, ScreensContext } from '../../browser/views/screens/screens.tsx'
import { useUser } from '../../browser/client/session/user.ts'
import { recordTitle } from '../../browser/views/rows/cells/cells.tsx'
import { may } from '../../browser/client/records/permitted.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'

/** Notes what the user opens, for the search to offer it again. */
export function RecentTracker() {
  const pathname = usePathname()
  const client = useQueryClient()
  const resources = useContext(ResourcesContext)
  const screens = useContext(ScreensContext)
  const user = useUser()
  const [, add] = useRecent()
  useEffect(() => {
    const place = placeOf(resources, pathname)
    if (place?.id !== undefined) {
      const { resource, id } = place
      const note = (title: string) =>
        add({ path: pathname, record: { resource: resource.name, id, title } })
      return whenTitled(client, { ...place, id }, note)
    }
    const isList = place?.view === 'list' && may(place.resource, 'list', user)
    const isScreen = screens.some((one) => `/${one.path}` === pathname && maySee(user, one))
    if (isList || isScreen) add({ path: pathname })
    return undefined
  }, [pathname, client, resources, screens, user, add])
  return null
}

/** Calls back once, when the record has been read; what cannot be read is not noted. Returns a function that stops it. */
function whenTitled(
  client: QueryClient,
  { resource, id }: ResourceAddress & { id: number },
  note: (title: string) => void,
): () => void {
  const tryNow = () => {
    const record = knownRecord(client, resource.name, id)
    if (record) note(recordTitle(resource, record))
    return record !== undefined
  }
  if (tryNow()) return () => undefined
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === resource.name && tryNow()) stop()
  })
  return stop
}

/** A record or a screen that the user opened lately. A screen has no title here: it has one in every language. */
export interface Recent {
  readonly path: string
  readonly record?: { readonly resource: string; readonly id: number; readonly title: string }
}

const maxRecent = 8
const none: readonly Recent[] = []

/** Kept in browser storage for each user, until they sign out. */
export function useRecent(): [recent: readonly Recent[], add: (one: Recent) => void] {
  const { id } = useUser()
  const [all, set] = useStore(`recent.${id}`, none)
  const add = useCallback(
    (one: Recent) =>
      set((known) => [one, ...known.filter((other) => !isSame(one, other))].slice(0, maxRecent)),
    [set],
  )
  return [all, add]
}

/** A record is one, whether it was read or changed. */
const isSame = ({ path, record }: Recent, other: Recent) =>
  record
    ? record.resource === other.record?.resource && record.id === other.record.id
    : path === other.path
