import { createContext, useContext, useSyncExternalStore } from 'react'

import type { OptionList } from './lists.ts'
import { notLoaded, type OptionState, type OptionStore } from './store.ts'

/** The option lists of the console, and what is known of them. */
export interface Options {
  readonly lists: readonly OptionList[]
  readonly store: OptionStore
}

/** Without it every picker asks the server. */
export const OptionsContext = createContext<Options | undefined>(undefined)

/** An option list with its loading state (specification 3). Those of resources have the resource's name. */
export function useOptionList(name: string): OptionState {
  const store = useContext(OptionsContext)?.store
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, () =>
    store ? store.of(name) : notLoaded,
  )
}

const subscribeToNothing = () => () => undefined
