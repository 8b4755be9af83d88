import type { ServerParts } from '../server/kernel/backend.ts'
import { explainRoutes } from './explain/explainRoutes.server.ts'
import { historyRoutes } from './history/historyRoutes.server.ts'
import { searchRoutes } from './palette/searchRoutes.server.ts'
import { preferenceRoutes } from './preferences/preferenceRoutes.server.ts'

/** The features of this console, on the server. */
export const features: readonly ServerParts[] = [
  { routes: explainRoutes },
  { routes: historyRoutes },
  { routes: searchRoutes },
  { routes: preferenceRoutes },
]
