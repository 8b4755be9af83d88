import type { ServerParts } from '../server/kernel/backend.ts'
import { cardRoutes } from './dashboard/cards.server.ts'
import { explainRoutes } from './explain/explain.server.ts'
import { historyRoutes } from './history/history.server.ts'
import { merge } from './merge/merge.server.ts'
import { searchRoutes } from './palette/search.server.ts'
import { preferenceRoutes } from './preferences/preferences.server.ts'

/** The features of this console, on the server. */
export const features: readonly ServerParts[] = [
  { routes: cardRoutes },
  { routes: explainRoutes },
  { routes: historyRoutes },
  merge,
  { routes: searchRoutes },
  { routes: preferenceRoutes },
]

export { savedViewBehavior, unsharingViews } from './savedViews/savedViews.server.ts'
