import { CompiledQuery, sql } from 'kysely'

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

interface Spied {
  readonly text: string
  readonly parameters: readonly unknown[]
}

/** How many entries of the indexes of a table reading statements pass, run again. */
export async function entriesPassed(
  { backend }: TestServer,
  statements: readonly Spied[],
  table: string,
): Promise<number> {
  return backend.database.sql.transaction().execute(async (transaction) => {
    // The table is small: it would be read and sorted.
    for (const one of ['seqscan', 'bitmapscan', 'sort']) {
      await sql.raw(`set local enable_${one} = off`).execute(transaction)
    }
    let passed = 0
    for (const { text, parameters } of statements) {
      const explain = `explain (analyze, format json) ${text}`
      const { rows } = await transaction.executeQuery(CompiledQuery.raw(explain, [...parameters]))
      passed += passedIn(rows, table)
    }
    return passed
  })
}

type Node = Readonly<Record<string, unknown>>

function passedIn(plan: unknown, table: string): number {
  if (typeof plan !== 'object' || plan === null) return 0
  const inside = Object.values(plan).reduce<number>((sum, one) => sum + passedIn(one, table), 0)
  const { 'Index Name': index, 'Actual Rows': rows, 'Actual Loops': loops } = plan as Node
  return String(index).startsWith(`${table}_`) ? inside + Number(rows) * Number(loops) : inside
}
