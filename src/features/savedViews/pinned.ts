import { useEvent, useStore } from 'react-admin'

import type { SavedView } from './savedView.ts'

/** A view below its list in the sidebar, with its name: the sidebar asks the server for nothing. */
type Pinned = Pick<SavedView, 'id' | 'name'>

/** Returns the views of a list that the user has in the sidebar, in the order they came, and what changes that. */
export function usePinned(resource: string) {
  const [pinned, write] = useStore<readonly Pinned[]>(`${resource}.sidebar_views`, none)
  const isPinned = (id: SavedView['id']) => pinned.some((one) => one.id === id)
  const pin = useEvent(({ id, name }: Pinned) =>
    write([...pinned.filter((one) => one.id !== id), { id, name }]),
  )
  const unpin = useEvent((id: SavedView['id']) => {
    if (isPinned(id)) write(pinned.filter((one) => one.id !== id))
  })
  /** Takes the name that a view has now. */
  const rename = useEvent(({ id, name }: Pinned) => {
    if (!pinned.some((one) => one.id === id && one.name !== name)) return
    write(pinned.map((one) => (one.id === id ? { id, name } : one)))
  })
  return { pinned, isPinned, pin, unpin, rename }
}

const none: readonly Pinned[] = []
