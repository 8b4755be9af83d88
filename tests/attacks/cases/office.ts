import { sql } from 'kysely'
import { expect } from 'vitest'

import type { Resource } from '#schema'
import type { Backend } from '#server'

import { accessChanged } from '../../../src/server/auth/access.ts'
import {
  createTestServer,
  type Answer,
  type Client,
  type TestServer,
} from '../../fixtures/server.ts'
import { business, office } from './cases.ts'

export { empties, office, officeBehaviors } from './cases.ts'

/** What an ordinary member of the office may do: everything with the own cases. */
export const member = [
  ...['view', 'create', 'update', 'delete', 'export', 'import', 'hand'].map((act) => `case.${act}`),
  'management.user.view',
  'user.profile.job.view',
  'user.profile.job.cancel',
  'user.profile.update',
]

export const chief = [...member, 'case.all', 'case.pin', 'case.phone', 'options.cases']

/** The office on a server of its own, with its chief and two members signed in. */
export async function openOffice(more: readonly Resource[] = []) {
  const resources = [...office, ...more] as never
  const server = await createTestServer({ ...business, resources })
  return {
    server,
    boss: await server.user(chief, { name: 'Boss' }),
    ann: await server.user(member, { name: 'Ann' }),
    bob: await server.user(member, { name: 'Bob' }),
  }
}

/** Nothing of the database, the code or the machine. */
const indiscreet =
  /\b(?:select|insert into|update|delete from|where) .*(?:\$\d|"|from)|syntax error|relation "|column "|invalid input syntax|byte sequence|violates|constraint|kysely|postgres|pglite|node_modules|\.ts:\d|\bat (?:async |new )?[^"()]{1,80} \((?:file:|node:|\/|<anonymous>|native)/i

/** A refusal: the status, words for people, and nothing else. */
export function expectRefusal({ status, body }: Answer, ...statuses: number[]): void {
  expect(statuses, JSON.stringify(body)).toContain(status)
  expect(Object.keys(body).filter((key) => key !== 'message' && key !== 'errors')).toEqual([])
  expect(body.message).toEqual(expect.any(String))
  expect(JSON.stringify(body)).not.toMatch(indiscreet)
}

export const isDiscreet = (text: string) => !indiscreet.test(text)

/** Takes permissions away from a user, as somebody at another desk would. */
export async function lose({ backend }: TestServer, user: Client, ...names: string[]) {
  await backend.database.sql.transaction().execute(async (database) => {
    await sql`
      delete from roles_permissions
      where target_id in (select id from permissions where name = any(${names}::text[]))
        and record_id in (select target_id from users_roles where record_id = ${user.id})
    `.execute(database)
    await accessChanged(database)
  })
}

export async function rowsOf<Row>(
  server: { readonly backend: Backend },
  query: ReturnType<typeof sql<Row>>,
) {
  return (await query.execute(server.backend.database.sql)).rows
}

/** Without when somebody was last here, which is written down now and then by itself, and prolongs a session. */
const lasting = (table: string) => (one: any) => {
  const { last_used_at: _used, last_active_at: _active, ...row } = one
  return table === 'sessions' ? { ...row, expires_at: null } : row
}

/** Moves by the clock, whatever anybody asks. */
const moving = 'schedule_runs'

/** Everything the database holds, table by table, as one text. */
export async function everything(
  server: { readonly backend: Backend },
  except: readonly string[] = [],
) {
  const tables = await rowsOf(
    server,
    sql<{ name: string }>`
      select relname as name from pg_class
      where relkind in ('r', 'p') and not relispartition
        and relnamespace = 'public'::regnamespace order by 1`,
  )
  const dumps = tables
    .filter(({ name }) => ![moving, ...except].some((one) => name.startsWith(one)))
    .map(async ({ name }) => {
      // A refusal leaves its line in the audit log (I7) and nothing else.
      const kept = name.startsWith('audit_log') ? sql`where action <> 'denied'` : sql``
      const rows = await rowsOf(
        server,
        sql`select * from ${sql.table(name)} t ${kept} order by t::text`,
      )
      return `${name} ${JSON.stringify(rows.map(lasting(name)))}`
    })
  return (await Promise.all(dumps)).join('\n')
}

/** Waits for a job to end and answers it. */
export async function ended(server: TestServer, id: number): Promise<any> {
  for (let tries = 0; tries < 2_400; tries += 1) {
    const [found] = await rowsOf(server, sql<any>`select * from jobs where id = ${id}`)
    if (/^(?:finished|failed|cancelled)/.test(found.state)) return found
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`job ${id} does not end`)
}
