import { mayUnmask, type Field, type Resource, type User } from '#schema'

import { recordAudit } from '../../audit/audit.ts'
import type { Sql } from '../../kernel/database.ts'
import type { Row } from '../../records/read/select.ts'
import { countContacts } from '../../records/read/disclosures.ts'
import { keysOf } from '../../records/write/validation/keys.ts'
import { isOpenTo } from '../../records/write/validation/same.ts'
import type { Batch } from '../rows/convert.ts'
import type { Stored } from '../../records/read/record.ts'
import type { Refusal } from './refusal.ts'
import type { Task } from '../rows/task.ts'

/**
 * Counts the rows that tell their user of values which the user sees masked: all of a check, all that change the records they
 * name, for what is stored already changes nothing, and of the others those that an import refuses or that fill a record.
 * Throws 429 when the hour's limit is used up, before anybody learns of these rows.
 */
export async function countCompared(
  task: Task,
  { candidates }: Batch,
  refusals: readonly Refusal[],
  database: Sql,
): Promise<void> {
  const isAll = task.isCheck || task.options.mode === 'update'
  const names = closedNames(task)
  const named = new Set(refusals.map(({ row }) => row.number))
  const compared = candidates.filter(
    ({ row, values }) => (isAll || named.has(row.number)) && hasAny(values, names),
  )
  await countAll(task, compared.length, database)
}

/** Who takes back what an import has made has only compared it: no record is left that would tell of it. */
export async function countTakenBack(
  work: Comparing,
  records: readonly Stored[],
  database: Sql,
): Promise<void> {
  const names = maskedNames(work.resource.fields, work.user)
  await countAll(work, records.filter((one) => hasAny(one, names)).length, database)
}

interface Comparing {
  /** The id of the import. */
  readonly id: number
  readonly job: number
  readonly user: User
  readonly resource: Resource
}

async function countAll(
  { id, job, user, resource }: Comparing,
  contacts: number,
  database: Sql,
): Promise<void> {
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

const hasAny = (values: Row, names: readonly string[]) =>
  names.some((name) => (values[name] ?? null) !== null)

const maskedNames = (fields: Resource['fields'], user: User): string[] =>
  Object.entries<Field>(fields)
    .filter(([, field]) => !mayUnmask(user, field))
    .map(([name]) => name)

/** The fields of a row, and the keys that follow from it, whose values its user may not read in the clear. */
function closedNames({ resource, form, user }: Task): string[] {
  const keys = keysOf(resource)
    .flatMap(({ names }) => names)
    .filter((name) => resource.fields[name] && !isOpenTo(user, resource.fields[name]))
  return [...maskedNames(form.fields, user), ...keys]
}
