import { historyContract as contract } from '#contract'
import type { Resource } from '#schema'

import type { Api } from '../../server/kernel/api.ts'
import type { Backend } from '../../server/kernel/backend.ts'
import { idPath } from '../../server/records/recordRoutes.ts'
import { transact } from '../../server/records/write/transact.ts'
import { doneMessage } from '../../server/records/write/problems.ts'
import { readBack } from '../../server/records/write/write.ts'
import { readHistory } from '../../server/records/history/readHistory.ts'
import { revertEntry } from './revert.server.ts'

/** What changed on each record (product.md 15.2), for those who see the record. */
export function historyRoutes(app: Api, backend: Backend): void {
  for (const resource of backend.business.resources) {
    if (!resource.operations.includes('show') || resource.view) continue
    if (resource.operations.includes('edit')) revertRoute(app, backend, resource)
    const config = { access: { resource, operation: 'show' } } as const
    app.get(
      `/${resource.api}/${idPath}/history`,
      { schema: contract.read(resource), config },
      ({ user, params: { id }, query: { before } }) =>
        readHistory(backend, resource, user, { id, before }),
    )
  }
}

function revertRoute(app: Api, backend: Backend, resource: Resource): void {
  const config = { access: { resource, operation: 'edit' } } as const
  const path = `/${resource.api}/${idPath}/revert`
  app.post(path, { schema: contract.revert(resource), config }, (request) =>
    transact(backend, request, async (scope) => {
      const { id } = await revertEntry(resource, request.params.id, request.body, scope)
      const data = await readBack(resource, id, scope)
      return { message: doneMessage(resource, 'updated'), data }
    }),
  )
}
