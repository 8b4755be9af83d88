import { sql } from 'kysely'

import { childRows, type Field, type Resource } from '#schema'

import { auditOf } from '../../audit/audit.ts'
import { isJoin, quoted, tableOf } from '../../database/names.ts'
import { serverKindOf } from '../../../kinds/kinds.server.ts'
import type { Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import type { Scope } from './transact.ts'

/** Inserts many records that are given the same fields, in one statement for all, and returns them in their order. */
export async function createAll(
  resource: Resource,
  all: readonly Row[],
  { author, sql: database, unitOfWork }: Omit<Scope, 'isConfirmed'>,
): Promise<Stored[]> {
  const names = Object.keys(all[0] ?? {})
  if (names.length === 0) return []
  const made = names.find((name) => isMade(resource, name))
  if (made) throw new Error(`${resource.name}.${made}: set it for one record at a time`)
  const columns = sql.raw(names.map(quoted).join(', '))
  const { rows } = await sql<Stored>`
    insert into ${tableOf(resource)} as t (${columns})
    select ${columns} from jsonb_populate_recordset(null::${tableOf(resource)}, ${JSON.stringify(all)}::jsonb)
    returning t.*`.execute(database)
  for (const after of rows) {
    unitOfWork.count(resource, { after })
    unitOfWork.audit(auditOf(resource, author, 'create', { after, changed: names }))
  }
  return rows
}

/** Whether a value is kept elsewhere than in a column, or otherwise than it is given. */
function isMade(resource: Resource, name: string): boolean {
  const field: Field | undefined = resource.fields[name]
  if (!field) return false
  const isElsewhere = isJoin(resource, name) || childRows(field) !== undefined
  return isElsewhere || serverKindOf(field).write !== undefined
}
