import { createContext, useContext, useEffect, useState, type RefObject } from 'react'

import { createSignal } from '../client/storage/persisted.ts'

/** A form or dialog whose contents are lost with it, unless they are saved. */
export interface Guarded {
  isUnsaved: boolean
  isSaved: RefObject<boolean> | undefined
}

const onPage = new Set<Guarded>()
const changed = createSignal()
const asking = createSignal<() => void>()

const holds = (all: ReadonlySet<Guarded>): boolean =>
  [...all].some(({ isUnsaved, isSaved }) => isUnsaved && !isSaved?.current)

/** Whether something on this page was typed that is not saved. */
export const hasUnsaved = (): boolean => holds(onPage)

let selections = 0

/** Keeps the page when the session ends while rows are ticked. Leaving them asks nothing. */
export function useKeptSelection(hasTicked: boolean): void {
  useEffect(() => {
    if (!hasTicked) return undefined
    selections += 1
    return () => void (selections -= 1)
  }, [hasTicked])
}

/** Whether a reload would lose what somebody has typed or ticked on this page. */
export const hasWork = (): boolean => selections > 0 || hasUnsaved()

/** Whether there is a form on this page, or another place in which something may be typed that is not saved. */
export const hasGuarded = (): boolean => onPage.size > 0

/** Calls back when it changes what is guarded or unsaved. Returns how to stop. */
export const onUnsaved = changed.listen

/** Calls back with what is to be done if the person gives up what is not saved. Returns how to stop. */
export const onAsking = asking.listen

/** Gives up what is not saved: the page leaves it without asking. */
export function discardUnsaved(): void {
  for (const one of onPage) one.isUnsaved = false
  changed.send()
}

/** What may be typed in the dialog around. */
export const DialogContext = createContext<Set<Guarded> | undefined>(undefined)

/** Closes a dialog: at once, or after a question where something typed in it is not saved. */
export function closeDialog(typedInside: ReadonlySet<Guarded>, close: () => void): void {
  if (holds(typedInside)) asking.send(close)
  else close()
}

/** Does what leaves the page for good: at once, or after a question where something on it is not saved. */
export const leavePage = (leave: () => void): void => closeDialog(onPage, leave)

/**
 * Keeps the page, also when the session ends, and the dialog around while something is not saved: leaving either is
 * asked about. `isSaved` is set once it is saved, before it has left the page.
 */
export function useUnsaved(isUnsaved: boolean, isSaved?: RefObject<boolean>): void {
  const dialog = useContext(DialogContext)
  const [guarded] = useState<Guarded>(() => ({ isUnsaved, isSaved }))
  // Known before anything is typed: who leaves with the next key is asked too.
  useEffect(() => {
    const places = dialog ? [onPage, dialog] : [onPage]
    for (const place of places) place.add(guarded)
    changed.send()
    return () => {
      for (const place of places) place.delete(guarded)
      changed.send()
    }
  }, [guarded, dialog])
  useEffect(() => {
    Object.assign(guarded, { isUnsaved, isSaved })
    changed.send()
  }, [guarded, isUnsaved, isSaved])
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
