import { sql } from 'kysely'

import {
  actionNamed,
  kindOf,
  localTime,
  messageOf,
  type ActionDeclaration,
  type Field,
  type Resource,
  type User,
} from '#schema'

import { msg } from '../../../texts/serverMsg.ts'
import type { Backend } from '../../kernel/backend.ts'
import type { Sql } from '../../kernel/database.ts'
import { mayLabel } from '../read/titles.ts'

interface Done {
  readonly id: number
  readonly action: string
  readonly detail: Readonly<Record<string, unknown>> | null
  readonly user: string | null
  readonly at: string
}

interface Reader {
  readonly backend: Backend
  readonly user: User
  readonly sql: Sql
}

/**
 * Adds to the refusals of actions, by the ids of their records, who else has done what to these within the hour: of two who do
 * something at once the second learns what the first has decided.
 */
export async function withQuicker(
  resource: Resource,
  refusals: ReadonlyMap<number, string>,
  { backend, user, sql: database }: Reader,
): Promise<ReadonlyMap<number, string>> {
  if (refusals.size === 0) return refusals
  const { actions = {} } = resource
  const { rows } = await sql<Done>`
    select distinct on (a.record_id) a.record_id as id, a.action, a.detail, a.at,
      case when ${mayLabel(backend.resource('users'), user)} then u.name end as user
    from audit_log a left join users u on u.id = a.user_id
    where a.resource = ${resource.name} and a.record_id = any(${[...refusals.keys()]}::bigint[])
      and a.at > now() - interval '1 hour' and a.action = any(${Object.keys(actions)}::text[])
      and a.user_id <> ${user.id} and exists (
        select from audit_log w where w.resource = a.resource and w.record_id = a.record_id
          and w.at = a.at and w.user_id = a.user_id and w.action = 'update'
      )
    order by a.record_id, a.id desc`.execute(database)
  const told = new Map(refusals)
  for (const { id, action: name, detail, user: who, at } of rows) {
    const action = actionNamed(resource, name)
    const refusal = refusals.get(id)
    if (!action || refusal === undefined) continue
    const key = `resources.${resource.name}.actions.${name}`
    const what = chosen(action, detail ?? {}, key)
    const values = {
      name: who ?? msg('somebody_else'),
      time: localTime(Date.parse(at), user.timezone ?? 'UTC').slice(11, 16),
      action: messageOf(`${key}.label`, action.label),
      refusal,
    }
    told.set(id, what ? msg('was_quicker_with', { ...values, what }) : msg('was_quicker', values))
  }
  return told
}

/** What was chosen of the choices that an action asks for, which says what was decided. */
function chosen(
  { input = {} }: ActionDeclaration,
  given: NonNullable<Done['detail']>,
  key: string,
): string | undefined {
  for (const [name, field] of Object.entries<Field>(input)) {
    const value = String(given[name])
    const label = kindOf(field).choices?.(field)[value]
    if (label) return messageOf(`${key}.choices.${name}.${value}`, label)
  }
  return undefined
}
