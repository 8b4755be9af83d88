import { useEffect, useLayoutEffect, useRef } from 'react'

export const shortcutGroups = ['general', 'go', 'screen', 'rows'] as const

export interface Shortcut {
  /** One key (`n`), one after another (`g l`), or with Ctrl, on a Mac ⌘ (`mod+k`). */
  readonly keys: string
  readonly label: string
  readonly group: (typeof shortcutGroups)[number]
  run(): void
  /** Asked whenever a key is pressed or the overlay shows; offered always unless it says no. */
  isOffered?(): boolean
}

type Source = () => readonly Shortcut[]

/** The shortcuts of everything that stands on the screen. */
export function createRegistry() {
  const sources = new Set<Source>()
  /** Of two with the same keys the one added last counts: the screen's before the console's around it. */
  const offered = () => {
    const byKeys = new Map<string, Shortcut>()
    for (const one of [...sources].flatMap((source) => source())) {
      if (one.isOffered?.() ?? true) byKeys.set(one.keys, one)
    }
    return [...byKeys.values()]
  }
  return {
    add(source: Source): () => void {
      sources.add(source)
      return () => sources.delete(source)
    },
    offered,
    /** Does what a shortcut does, also for people who have switched the keys off. */
    run: (keys: string) =>
      offered()
        .find((one) => one.keys === keys)
        ?.run(),
  }
}

export const shortcuts = createRegistry()

/** Offers shortcuts as long as the component is mounted. */
export function useShortcuts(list: readonly Shortcut[]): void {
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  // Before it can be seen: who sees a button may press its keys.
  useLayoutEffect(() => shortcuts.add(() => latest.current), [])
}
