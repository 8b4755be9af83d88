import type { FastifyInstance } from 'fastify'

import type { Backend } from '../backend.ts'
import { openApiDocument } from './document.ts'

/** The description of the API for whoever is signed in. */
export function openApiRoutes(app: FastifyInstance, { business }: Backend): void {
  app.get('/openapi.json', { config: { access: 'signed-in' } }, ({ user }) =>
    openApiDocument(business.resources, user),
  )
}
