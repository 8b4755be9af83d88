import type { Resource } from '#schema'

import { notFound } from '../../kernel/errors.ts'
import { lockRecord, type Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'
import { lockStored } from './table.ts'
import type { Scope } from './transact.ts'
import { trying } from './trying.ts'
import { changeStored } from './write.ts'

interface Filling {
  readonly id: number
  readonly values: Row
  /** Whether a rule of the business fills it, and no right of the user is asked for. */
  readonly byRule: boolean
}

/**
 * Fills what is empty in a record: like any change, with validation, hooks and history. Undefined where nothing is to be
 * filled, or the record may not be changed so; then nothing is left behind.
 */
export async function fillEmpty(
  resource: Resource,
  { id, values, byRule }: Filling,
  scope: Scope,
): Promise<{ id: number; version: number } | undefined> {
  let before = 0
  const outcome = await trying(id, scope, async (nested) => {
    const record = byRule
      ? await lockStored(resource, id, nested.sql)
      : await lockRecord(resource, nested.user, id, 'edit', nested.sql)
    if (!record) throw notFound()
    before = record.version
    const lacking = missing(record, values)
    const { version } = await changeStored(resource, record, lacking, nested, { asAction: byRule })
    return { id, version }
  })
  const version = 'code' in outcome ? undefined : outcome.version
  return version === undefined || version === before ? undefined : { id, version }
}

const missing = (record: Stored, values: Row): Row =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => isEmpty(record[name]) && !isEmpty(value)),
  )

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)
