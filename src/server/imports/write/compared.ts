import { mayUnmask, type Field } from '#schema'

import { recordAudit } from '../../audit/audit.ts'
import type { Sql } from '../../kernel/database.ts'
import { countContacts } from '../../records/read/disclosures.ts'
import { keysOf } from '../../records/write/validation/keys.ts'
import { isOpenTo } from '../../records/write/validation/same.ts'
import type { Batch } from '../rows/convert.ts'
import type { Refusal } from './refusal.ts'
import type { Task } from '../rows/task.ts'

/**
 * Counts the rows that tell their user of values which the user sees masked: all of a check, all that change the records they
 * name, for what is stored already changes nothing, and of the others those that an import refuses or that fill a record by a
 * rule. Throws 429 when the hour's limit is used up, before anybody learns of these rows.
 */
export async function countCompared(
  task: Task,
  { candidates }: Batch,
  refusals: readonly Refusal[],
  database: Sql,
): Promise<void> {
  const { id, job, user, resource, options, isCheck } = task
  const isAll = isCheck || options.mode === 'update'
  const names = closedNames(task)
  const named = new Set(refusals.map(({ row }) => row.number))
  const compared = candidates.filter(
    ({ row, values }) =>
      (isAll || named.has(row.number)) && names.some((name) => (values[name] ?? null) !== null),
  )
  const contacts = compared.length
  if (contacts === 0) return
  await countContacts(user.id, contacts, database)
  await recordAudit(database, {
    user_id: user.id,
    action: 'contact_check',
    resource: resource.name,
    job_id: job,
    detail: { import: id, contacts },
  })
}

/** The fields of a row, and the keys that follow from it, whose values its user may not read in the clear. */
function closedNames({ resource, form, user }: Task): string[] {
  const masked = Object.entries<Field>(form.fields).filter(([, field]) => !mayUnmask(user, field))
  const keys = keysOf(resource)
    .flatMap(({ names }) => names)
    .filter((name) => resource.fields[name] && !isOpenTo(user, resource.fields[name]))
  return [...masked.map(([name]) => name), ...keys]
}
