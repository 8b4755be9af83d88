import { sql } from 'kysely'

import type { Resource } from '#schema'

import type { Sql } from '../kernel/database.ts'
import type { Row } from '../records/read/select.ts'
import type { Stored } from '../records/read/record.ts'

/** A record that a row of a file has changed, and the version that this made. */
export interface Updated {
  readonly id: number
  readonly version: number
}

/** What a record had before a version; undefined when something that the version set was changed since. */
export async function valuesBefore(
  resource: Resource,
  record: Stored,
  version: number | undefined,
  database: Sql,
): Promise<Row | undefined> {
  const { rows } = await sql<{ before: Row | null; after: Row | null }>`
    select before, after from audit_log
    where resource = ${resource.name} and record_id = ${record.id} and action = 'update'
      and version = ${version ?? 0}`.execute(database)
  const { before, after } = rows[0] ?? {}
  const names = Object.keys({ ...before, ...after })
  const isSame = (name: string) => textOf(record[name]) === textOf(after?.[name])
  if (!rows[0] || !names.every(isSame)) return undefined
  return Object.fromEntries(names.map((name) => [name, before?.[name] ?? null]))
}

const textOf = (value: unknown) => JSON.stringify(value ?? null)
