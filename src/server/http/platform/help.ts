import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import type { Backend } from '../../kernel/backend.ts'
import { dataOf } from '../../kernel/describe.ts'

/** The addresses of the help menu (specification 2) that the operator has set; those that are missing are the console's own. */
export function helpRoutes(app: FastifyInstance, { config }: Backend): void {
  const { documentation, support, contact } = config.help
  const data = {
    ...(documentation && { documentation }),
    ...(support && { support }),
    ...(contact && { contact: contact.includes('://') ? contact : `mailto:${contact}` }),
  }
  app.get('/help', { config: { access: 'signed-in', about } }, async () => ({ data }))
}

const address = z.string().optional()

const about = {
  group: 'Console',
  summary: 'The addresses of the help menu',
  answers: {
    200: dataOf(z.object({ documentation: address, support: address, contact: address })),
  },
}
