import { Readable } from 'node:stream'

import { importContract as contract } from '#contract'
import type { Resource } from '#schema'

import { recordAudit } from '../../audit/audit.ts'
import type { Api } from '../../kernel/behavior/serverParts.ts'
import type { Backend } from '../../kernel/backend.ts'
import { piecesInTurn } from '../../kernel/turns/fairShare.ts'
import { authorOf } from '../../kernel/guard.ts'
import { idPath } from '../../records/idPath.ts'
import type { createLanguages } from '../../translations/answers.ts'
import { report } from './report.ts'

/** The file of the rows that an import has refused, with the reasons in the language of who asks. */
export function reportRoute(
  app: Api,
  backend: Backend,
  resource: Resource,
  languageOf: ReturnType<typeof createLanguages>,
): void {
  const access = { resource, operation: 'import' } as const
  app.get(
    `/${resource.api}/import/${idPath}/report`,
    { schema: contract.report(resource), config: { access } },
    async (request, reply) => {
      const { id } = request.params
      const { sql: database } = backend.database
      const asked = { user: request.user, language: await languageOf(request) }
      const lines = await report(resource, asked, id, database)
      const file = `import-${id}-refused.csv`
      await recordAudit(database, {
        ...authorOf(request),
        action: 'download',
        resource: resource.name,
        detail: { import: id, file },
      })
      reply.type('text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="${file}"`)
      return reply.send(Readable.from(piecesInTurn(request, lines)))
    },
  )
}
