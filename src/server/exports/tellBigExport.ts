import { sql } from 'kysely'

import { fieldOf, type Resource } from '#schema'

import type { Job } from '../kernel/jobs.ts'
import type { Sql } from '../kernel/database.ts'
import { auditors, notify } from '../notifications/notify.ts'
import { noticeTexts } from '../notifications/noticeTexts.ts'

/** More rows than this with contacts in the clear are told. */
const rowsUntold = 10_000

interface Exported {
  readonly resource: Resource
  readonly columns: readonly string[]
  readonly masked: readonly string[]
}

/** Tells the auditors of a finished export that took many values out which are masked for others. */
export async function tellBigExport(database: Sql, job: Job, exported: Exported): Promise<void> {
  if (job.processed <= rowsUntold || !holdsContacts(exported)) return
  const { rows } = await sql<{ name: string }>`
    select name from users where id = ${job.user}`.execute(database)
  const values = { who: rows[0]?.name ?? '', name: job.name, rows: job.processed }
  const about = { resource: 'jobs', id: job.id }
  await notify(database, {
    event: 'big_export',
    ...noticeTexts.big_export,
    values,
    about,
    to: auditors,
  })
}

/** Whether an export writes values in the clear that are masked for others. */
export function holdsContacts({ resource, columns, masked }: Exported): boolean {
  return columns.some((name) => {
    const options = fieldOf(resource, name)?.options
    return !masked.includes(name) && (options?.unmaskBy ?? options?.exportBy) !== undefined
  })
}
