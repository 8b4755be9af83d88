import { revealContract as contract } from '#contract'
import type { Resource } from '#schema'

import type { Api } from '../kernel/api.ts'
import type { Backend } from '../kernel/backend.ts'
import { idPath } from '../records/recordRoutes.ts'
import { transact } from '../records/write/transact.ts'
import { hasMasks, revealPage, revealPermissions, revealRecord } from './reveal.ts'

/** The routes by which masked values are revealed, of every resource that has any (product.md 15.1). */
export function revealRoutes(app: Api, backend: Backend): void {
  for (const resource of backend.business.resources) {
    if (hasMasks(resource)) resourceRoutes(app, backend, resource)
  }
}

function resourceRoutes(app: Api, backend: Backend, resource: Resource): void {
  const { api, operations } = resource
  const config = { access: { permission: revealPermissions(resource) } }
  if (operations.includes('show')) {
    const path = `/${api}/${idPath}/reveal`
    app.post(path, { schema: contract.record(resource), config }, (request) =>
      transact(backend, request, (scope) =>
        revealRecord(resource, request.params.id, request.body, scope),
      ),
    )
  }
  if (operations.includes('list')) {
    app.post(`/${api}/reveal`, { schema: contract.page(resource), config }, (request) =>
      transact(backend, request, (scope) => revealPage(resource, request.body, scope)),
    )
  }
}
