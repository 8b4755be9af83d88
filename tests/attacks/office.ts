import { sql } from 'kysely'
import { expect } from 'vitest'

import {
  can,
  defineResource,
  defineResources,
  either,
  field,
  both,
  own,
  type Resource,
  type Rule,
} from '#schema'
import type { Behavior } from '#server'

import { accessChanged } from '../../src/server/auth/accessChanged.ts'
import { accounts } from '../fixtures/accounts.ts'
import { importRecord } from '../fixtures/imports.ts'
import { job } from '../fixtures/jobs.ts'
import { createTestServer, type Answer, type Client, type TestServer } from '../fixtures/server.ts'

/** Whoever holds `case.all`, and owners with the permission of the act. */
const owners = (act: string): Rule =>
  either(can('case.all'), both(can(`case.${act}`), own('owner')))

/** Cases seen only by their owners, with a value of every degree of secrecy. */
export const officeCase = defineResource('cases', {
  api: 'office/case',
  permission: 'case',
  softDelete: true,
  operations: ['list', 'show', 'create', 'edit', 'delete', 'export', 'import'],
  access: {
    list: owners('view'),
    show: owners('view'),
    create: owners('create'),
    edit: owners('update'),
    delete: owners('delete'),
    export: owners('export'),
    import: owners('import'),
  },
  fields: {
    name: field.text({ max: 80, search: true }),
    code: field.text({ max: 20, optional: true, unique: true }),
    owner: field.reference('users'),
    parent: field.reference('cases', { optional: true }),
    related: field.references('cases'),
    pin: field.text({ optional: true, readBy: 'case.pin', writeBy: 'case.pin', search: true }),
    plan: field.json({ optional: true, readBy: 'case.pin' }),
    watchers: field.references('users', { readBy: 'case.pin' }),
    phone: field.phone({ optional: true, unmaskBy: 'case.phone', search: true }),
    door: field.password({ optional: true }),
    key: field.secret({ optional: true }),
    level: field.choice({ low: 'Low', high: 'High' }, { default: 'low' }),
    due: field.date({ optional: true }),
    note: field.text({ optional: true, multiline: true }),
    rank: field.integer({ computed: true, default: 0 }),
  },
  title: 'name',
  list: ['id', 'name', 'owner', 'parent'],
  filters: ['owner', 'level', 'due', 'phone'],
  form: ['name', 'code', 'owner', 'parent', 'phone', 'due'],
  sort: 'pin',
  options: { permission: 'options.cases', fields: ['name', 'parent'] },
  import: { fields: ['name', 'code', 'owner', 'pin', 'phone', 'due', 'note'], keys: ['code'] },
  actions: {
    hand: {
      label: 'Hand over',
      permission: 'case.hand',
      bulk: true,
      input: { to: field.reference('cases'), key: field.secret({ optional: true }) },
    },
  },
})

/** Contacts whose very title is masked or hidden from most people. */
export const contact = defineResource('contacts', {
  permission: 'contact',
  fields: {
    alias: field.text({ max: 40, unmaskBy: 'contact.names', search: true }),
    code_name: field.text({ max: 40, readBy: 'contact.code', search: true }),
    city: field.text({ max: 40, optional: true }),
  },
  title: ['alias', 'code_name'],
  list: ['id', 'city'],
  form: ['alias', 'code_name', 'city'],
  options: { permission: 'options.contacts', fields: ['city'] },
})

/** Rules that know of nothing the user has: they let nobody in. */
const rules = {
  none: () => ({ id: { in: [] } }),
  nobody: () => ({ id: { in: [null] } }),
  missing: () => ({ team: undefined }),
  either: () => ({ any: [] }),
  range: () => ({ id: { from: undefined } }),
} as unknown as Record<string, Rule>

export const empties = Object.entries(rules).map(([name, rule]) =>
  defineResource(`empty_${name}`, {
    permission: 'empty',
    operations: ['list', 'show', 'edit', 'delete', 'export'],
    access: { list: rule, show: rule, edit: rule, delete: rule, export: rule },
    fields: { team: field.text({ optional: true }) },
    title: 'team',
    list: ['team'],
    form: ['team'],
  }),
)

const caseBehavior: Behavior<typeof officeCase> = {
  actions: {
    async hand({ records, input }, { records: of }) {
      for (const { id } of records) await of(officeCase).update(id, { parent: input.to })
    },
  },
}

export const officeBehaviors = { cases: caseBehavior as never }

export const office = defineResources([
  ...accounts,
  job,
  importRecord,
  officeCase,
  contact,
  ...(empties as [(typeof empties)[0]]),
])

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
  const server = await createTestServer({ resources, behaviors: officeBehaviors })
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
  server: Pick<TestServer, 'backend'>,
  query: ReturnType<typeof sql<Row>>,
) {
  return (await query.execute(server.backend.database.sql)).rows
}

/** Without when somebody was last here, which is written down now and then by itself. */
const lasting = ({ last_used_at: _used, last_active_at: _active, ...row }: any) => row

/** Everything the database holds, table by table, as one text. */
export async function everything(
  server: Pick<TestServer, 'backend'>,
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
    .filter(({ name }) => !except.some((one) => name.startsWith(one)))
    .map(async ({ name }) => {
      // A refusal leaves its line in the audit log (I7) and nothing else.
      const kept = name.startsWith('audit_log') ? sql`where action <> 'denied'` : sql``
      const rows = await rowsOf(
        server,
        sql`select * from ${sql.table(name)} t ${kept} order by t::text`,
      )
      return `${name} ${JSON.stringify(rows.map(lasting))}`
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
