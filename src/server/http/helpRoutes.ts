import { consoleContract as contract } from '#contract'

import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'

/** The addresses of the help menu that the operator has set; those that are missing are the console's own. */
export function helpRoutes(app: Api, { config }: Backend): void {
  const { documentation, support, contact } = config.help
  const data = {
    ...(documentation && { documentation }),
    ...(support && { support }),
    ...(contact && { contact: contact.includes('://') ? contact : `mailto:${contact}` }),
  }
  app.get('/help', { schema: contract.help, config: { access: 'signed-in' } }, async () => ({
    data,
  }))
}
