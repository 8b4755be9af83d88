import { useEffect } from 'react'

const holders = new Set<object>()

/** Whether something on this page was typed that is not saved. */
export const hasUnsaved = (): boolean => holders.size > 0

let isGone = false

/** Whether what is not saved is given up: the page leaves it without asking. */
export const isDiscarded = (): boolean => isGone

export function discardUnsaved(): void {
  isGone = true
}

/** Keeps the page, also when the session ends, while something on it is not saved. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const holder = {}
    holders.add(holder)
    return () => void holders.delete(holder)
  }, [isUnsaved])
}
