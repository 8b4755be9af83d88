import { createContext, useContext, useEffect, type RefObject } from 'react'

import { createSignal } from '../client/storage/persisted.ts'

/** Something that was typed and is lost with its place, unless it is saved. */
export interface Unsaved {
  readonly isSaved: RefObject<boolean> | undefined
}

const onPage = new Set<Unsaved>()
const changed = createSignal()
const asking = createSignal<() => void>()

const holds = (all: ReadonlySet<Unsaved>): boolean =>
  [...all].some(({ isSaved }) => !isSaved?.current)

/** Whether something on this page was typed that is not saved. */
export const hasUnsaved = (): boolean => holds(onPage)

/** Calls back when it changes whether something is unsaved. Returns how to stop. */
export const onUnsaved = changed.listen

/** Calls back with what is to be done if the person gives up what is not saved. Returns how to stop. */
export const onAsking = asking.listen

/** Gives up what is not saved: the page leaves it without asking. */
export function discardUnsaved(): void {
  onPage.clear()
  changed.send()
}

/** What is typed in the dialog around. */
export const DialogContext = createContext<Set<Unsaved> | undefined>(undefined)

/** Closes a dialog: at once, or after a question where something typed in it is not saved. */
export function closeDialog(typedInside: ReadonlySet<Unsaved>, close: () => void): void {
  if (holds(typedInside)) asking.send(close)
  else close()
}

/**
 * Keeps the page, also when the session ends, and the dialog around while something is not saved: leaving either is
 * asked about. `isSaved` is set once it is saved, before it has left the page.
 */
export function useUnsaved(isUnsaved: boolean, isSaved?: RefObject<boolean>): void {
  const dialog = useContext(DialogContext)
  useEffect(() => {
    if (!isUnsaved) return undefined
    const typed = { isSaved }
    const places = dialog ? [onPage, dialog] : [onPage]
    for (const place of places) place.add(typed)
    changed.send()
    return () => {
      for (const place of places) place.delete(typed)
      changed.send()
    }
  }, [isUnsaved, isSaved, dialog])
}

interface KeepProps {
  isUnsaved: boolean
  isSaved?: RefObject<boolean>
}

/** The same from within a form that tells its values to a part of it only. */
export function KeepUnsaved({ isUnsaved, isSaved }: KeepProps) {
  useUnsaved(isUnsaved, isSaved)
  return null
}
