import { parseQuery, type Resource, type User } from '#schema'

import { listRecords } from '../../../../src/server/records/read/list.ts'
import type { TestServer } from '../../../fixtures/server.ts'

/** Returns what makes lists as everybody may ask for them, and tells the statements that they took. */
export const spiedListOf =
  (resource: Resource, { backend }: TestServer) =>
  async (asked: Record<string, string>) => {
    const statements: { text: string; parameters: readonly unknown[] }[] = []
    const spied = backend.database.sql.withPlugin({
      transformQuery: ({ node, queryId }) => {
        const { sql: text, parameters } = spied.getExecutor().compileQuery(node, queryId)
        statements.push({ text, parameters })
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const everybody = { permissions: { has: () => true } } as unknown as User
    const query = {
      ...parseQuery(resource, everybody, { fields: 'id', ...asked }),
      looksIntoMasked: false,
    }
    return { page: await listRecords(backend, resource, everybody, query, spied), statements }
  }
