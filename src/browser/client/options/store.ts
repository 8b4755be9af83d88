import { createContext, useContext, useSyncExternalStore } from 'react'

import { createPersistedState } from '../storage/persisted.ts'
import type { OptionItem, Items, OptionList } from './lists.ts'

type LoadingState = 'not_loaded' | 'fetching' | 'loaded' | 'failed'

export interface OptionState extends Items {
  readonly state: LoadingState
  /** When the server was last asked, in milliseconds; 0 for never. So the others. */
  readonly asked_at: number
  /** When the server was asked for these items. */
  readonly items_at: number
  /** When one of the records was last seen to change. */
  readonly changed_at: number
}

export const notLoaded: OptionState = {
  state: 'not_loaded',
  items: [],
  is_complete: false,
  asked_at: 0,
  items_at: 0,
  changed_at: 0,
}

export type OptionStore = ReturnType<typeof createOptionStore>

type States = Readonly<Record<string, OptionState>>

/** The option lists of the signed-in user, kept in the browser. */
export function createOptionStore() {
  const state = createPersistedState<States>('options', { initial: {}, restore })
  const of = (name: string) => state.read()[name] ?? notLoaded
  const change = (name: string, changes: Partial<OptionState>) =>
    state.write({ ...state.read(), [name]: { ...of(name), ...changes } })
  return {
    /** The very same object until the list changes. */
    of,
    fetching: (name: string) => change(name, { state: 'fetching', asked_at: Date.now() }),
    loaded(name: string, items: Items) {
      const known = of(name)
      const changes = isSame(known, items) ? {} : items
      change(name, { ...changes, state: 'loaded', items_at: known.asked_at })
    },
    failed: (name: string) => change(name, { state: 'failed' }),
    /** Records of a resource have changed: its list is as good as none until it is fetched again. */
    markOld(name: string) {
      if (of(name) !== notLoaded) change(name, { changed_at: Date.now() })
    },
    /** Forgets every list that is not named. */
    keepOnly(names: ReadonlySet<string>) {
      const all = Object.entries(state.read())
      const stored = all.filter(([name]) => names.has(name))
      if (stored.length < all.length) state.write(Object.fromEntries(stored))
    },
    subscribe: state.subscribe,
    reset: state.reset,
  }
}

const isSame = ({ items, is_complete }: Items, next: Items): boolean =>
  is_complete === next.is_complete && JSON.stringify(items) === JSON.stringify(next.items)

function restore(stored: unknown): States | undefined {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return undefined
  const entries = Object.entries(stored as Record<string, Partial<OptionState>>)
    .filter(([, one]) => Array.isArray(one.items))
    .map(([name, one]) => [name, settled({ ...notLoaded, ...one })])
  return Object.fromEntries(entries)
}

/** Another tab, or the page before this one, asks: here the answer is heard only once it is kept. */
function settled(state: OptionState): OptionState {
  if (state.state !== 'fetching') return state
  return { ...state, state: state.items_at > 0 ? 'loaded' : 'not_loaded' }
}

/** What a picker may offer without asking the server. */
export function itemsToPick(list: OptionState): readonly OptionItem[] | undefined {
  const { state, items, is_complete, items_at, changed_at } = list
  const isGood = items_at > changed_at && (state === 'loaded' || state === 'fetching')
  return isGood && is_complete ? items : undefined
}

/** The option lists of the console, and what is known of them. */
export interface Options {
  readonly lists: readonly OptionList[]
  readonly store: OptionStore
}

/** Without it every picker asks the server. */
export const OptionsContext = createContext<Options | undefined>(undefined)

/** An option list with its loading state. Those of resources have the resource's name. */
export function useOptionList(name: string): OptionState {
  const store = useContext(OptionsContext)?.store
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, () =>
    store ? store.of(name) : notLoaded,
  )
}

const subscribeToNothing = () => () => undefined
