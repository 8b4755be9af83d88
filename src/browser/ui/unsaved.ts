import { useEffect } from 'react'

const holders = new Set<object>()

/** Whether something on this page was typed that is not saved. */
export const hasUnsaved = (): boolean => holders.size > 0

/** Gives up what is not saved: the page leaves it without asking. */
export function discardUnsaved(): void {
  holders.clear()
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
