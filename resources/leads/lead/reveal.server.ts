import { sql } from 'kysely'
import { z } from 'zod'

import type { Field } from '#schema'
import { getRecord, invalid, recordAudit, tooMany, type Scope } from '#server'

import { lead } from './lead.ts'

const masked = Object.entries<Field>(lead.fields)
  .filter(([, { options }]) => options.unmaskBy !== undefined)
  .map(([name]) => name)

export const revealBody = z.strictObject({
  field: z.enum(masked, { error: 'Choose a field that is masked' }),
  reason: z.string().trim().max(500).optional(),
})

/** Most values one person may have revealed within an hour (product.md 15.1). */
const hourlyLimit = 60

/** One value in the clear, and a line in the audit log that says who asked for it and why. */
export async function reveal(id: number, body: unknown, scope: Scope) {
  const { backend, user, author } = scope
  const parsed = revealBody.safeParse(body)
  if (!parsed.success) throw invalid(z.flattenError(parsed.error).fieldErrors)
  await checkLimit(scope)
  const record = await getRecord(backend, lead, user, id, scope.sql)
  const { field } = parsed.data
  await recordAudit(scope.sql, {
    ...author,
    action: 'reveal',
    resource: lead.name,
    record_id: id,
    detail: parsed.data,
  })
  return { data: { field, value: record[field] ?? null } }
}

async function checkLimit({ user, sql: database }: Scope): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_log
    where user_id = ${user.id} and action = 'reveal' and at > now() - interval '1 hour'
  `.execute(database)
  if ((rows[0]?.count ?? 0) < hourlyLimit) return
  throw tooMany('You have revealed a lot within the last hour. Try again later.', 600)
}
