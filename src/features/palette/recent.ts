import { useCallback } from 'react'
import { useStore } from 'react-admin'

import { useUser } from '../../browser/client/session/session.ts'

/** A record or a screen that the user opened lately. A screen has no title here: it has one in every language. */
export interface Recent {
  readonly path: string
  readonly record?: { readonly resource: string; readonly id: number; readonly title: string }
}

const most = 8
const none: readonly Recent[] = []

/** Kept in browser storage for each user, until they sign out. */
export function useRecent(): [recent: readonly Recent[], add: (one: Recent) => void] {
  const { id } = useUser()
  const [all, set] = useStore(`recent.${id}`, none)
  const add = useCallback(
    (one: Recent) =>
      set((known) => [one, ...known.filter((other) => !isSame(one, other))].slice(0, most)),
    [set],
  )
  return [all, add]
}

/** A record is one, whether it was read or changed. */
const isSame = ({ path, record }: Recent, other: Recent) =>
  record
    ? record.resource === other.record?.resource && record.id === other.record.id
    : path === other.path
