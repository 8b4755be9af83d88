import { sql } from 'kysely'

import type { FieldErrors } from '#schema'
import { invalid, prepared, someKeyLocks, type Context } from '#server'

import { lead, type Lead } from './lead.ts'

interface Other {
  readonly id: number
  readonly email_key: string | null
  readonly phone_key: string | null
}

/** Whoever adds a lead with the same key at the same time waits, so that two cannot both be the first (product.md 5). */
export const keyLocks = (values: Partial<Lead>) => someKeyLocks(lead, keysOf(values))

export const keysOf = ({ email_key, phone_key }: Partial<Lead>): string[] =>
  [email_key, phone_key].filter((key) => key !== null && key !== undefined)

/** Refuses a lead that shares a key with another live one. Its keys must be locked. */
export async function refuseDuplicates(
  { email_key = null, phone_key = null }: Partial<Lead>,
  { sql: database, user }: Context,
  self = 0,
): Promise<void> {
  if (email_key === null && phone_key === null) return
  const { rows } = await sql<Other>`${prepared}
    select id, email_key, phone_key from leads
    where deleted_at is null and id <> ${self}
      and (email_key = ${email_key}::text or phone_key = ${phone_key}::text)
    order by id limit 10`.execute(database)
  const errors: FieldErrors = {}
  const message = ({ id }: Other) =>
    lead.access.show(user) === true
      ? [`There is a lead with it already: ${id}`]
      : ['There is a lead with it already']
  const byPhone = rows.find((other) => other.phone_key === phone_key && phone_key)
  const byEmail = rows.find((other) => other.email_key === email_key && email_key)
  if (byPhone) errors['phone'] = message(byPhone)
  if (byEmail) errors['email'] = message(byEmail)
  if (rows.length > 0) throw invalid(errors)
}
