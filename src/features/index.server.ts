import type { FastifyInstance } from 'fastify'

import type { Backend } from '../server/kernel/backend.ts'
import { explainRoutes } from './explain/explainRoutes.server.ts'
import { historyRoutes } from './history/historyRoutes.server.ts'
import { searchRoutes } from './palette/searchRoutes.server.ts'
import { preferenceRoutes } from './preferences/preferenceRoutes.server.ts'

/** What a feature does on the server. */
interface ServerFeature {
  /** Adds its routes to the instance that serves `/api`. Each needs `config.access` and `config.about`. */
  readonly routes?: (app: FastifyInstance, backend: Backend) => void
}

/** The features of this console, on the server. */
export const features: readonly ServerFeature[] = [
  { routes: explainRoutes },
  { routes: historyRoutes },
  { routes: searchRoutes },
  { routes: preferenceRoutes },
]
