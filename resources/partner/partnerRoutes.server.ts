import type { Api, Backend } from '#server'

import { admitCalls } from './caller/admitCalls.server.ts'
import { departmentDocs, partnerDocs } from './docs/partnerDocs.server.ts'
import { logBodies } from './caller/logBodies.server.ts'
import { partnerLeads } from './lead/partnerLeads.server.ts'
import { partnerStatuses } from './status/partnerStatuses.server.ts'

/** The API of partners: departments that bring leads and tell what became of ours (product.md 8). */
export function partnerRoutes(api: Api, backend: Backend): void {
  departmentDocs(api, backend)
  void api.register(async (plain) => {
    const app = plain as unknown as Api
    admitCalls(app, backend)
    logBodies(app)
    partnerLeads(app, backend)
    partnerStatuses(app, backend)
    partnerDocs(app)
  })
}
