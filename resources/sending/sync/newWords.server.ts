import { sql } from 'kysely'

import { notify, type Sql } from '#server'

import type { Integration } from '../integration/integration.ts'

type Teller = Pick<Integration, 'name' | 'department'> & {
  /** Null where a department tells by itself, and no integration is asked. */
  readonly id: number | null
}

type About = { readonly resource: string; readonly id: number } | undefined

/**
 * Tells who minds integrations of words that no mapping knows, and that no send of the department has had: those of all brokers
 * within an hour in one message (product.md 14.2). Where another transaction writes that just now, nothing waits for it: these
 * words have a message of their own.
 */
export async function tellNewWords(
  words: readonly string[],
  { id, name, department }: Teller,
  database: Sql,
): Promise<void> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${[...new Set(words)]}::text[]) word where not exists (
      select from sends where department = ${department} and broker_status collate "und-x-icu" = word
    )`.execute(database)
  if (rows.length === 0) return
  const own =
    id === null
      ? { resource: 'broker_departments', id: department }
      : { resource: 'send_integrations', id }
  const about = (await isAlone(database)) ? undefined : own
  const told = await lastTold(about, database)
  const status = [...rows.map(({ word }) => `“${word}”`), ...told.words]
  await notify(database, {
    event: 'unmapped_status',
    title: 'A broker’s new status stands for none of ours',
    message: '%{status} of %{name}: not mapped.',
    values: {
      status: firstOf(status, roomForWords).join(' '),
      name: firstOf([name, ...told.names], roomForNames).join(', '),
    },
    ...(about && { about }),
    to: { permission: 'send.integration.update' },
  })
}

/** Whether no other transaction tells of words until this one ends. */
async function isAlone(database: Sql): Promise<boolean> {
  const { rows } = await sql<{ is_alone: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('new words of brokers')) as is_alone`.execute(
    database,
  )
  return rows[0]?.is_alone === true
}

/** What stands in the message that this one joins, as what is told within an hour is one message. */
async function lastTold(about: About, database: Sql) {
  const { rows } = await sql<{ status: string; name: string }>`
    select "values" ->> 'status' as status, "values" ->> 'name' as name from notifications
    where "user" = any(array(select id from users where is_active))
      and created_at > now() - interval '1 hour' and updated_at > now() - interval '1 hour'
      and event = 'unmapped_status' and resource is not distinct from ${about?.resource ?? null}::text
      and record_id is not distinct from ${about?.id ?? null}::bigint
    order by updated_at desc limit 1`.execute(database)
  const [{ status = '', name = '' } = {}] = rows
  return { words: status.match(/“[^”]*”|…$/g) ?? [], names: name ? name.split(', ') : [] }
}

/** Characters that one message has room for. */
const roomForWords = 300
const roomForNames = 130

/** As many as there is room for; the first always. */
function firstOf(texts: readonly string[], room: number): string[] {
  const all = [...new Set(texts)]
  let length = 0
  const fitting = all.findIndex((text, at) => (length += text.length) > room && at > 0)
  return fitting < 0 ? all : [...all.slice(0, fitting), '…']
}
