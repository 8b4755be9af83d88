import { sql } from 'kysely'

import type { Resource } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import type { Row } from '../../records/read/select.ts'
import type { Stored } from '../../records/read/record.ts'

/** A record that a row of a file has changed, and the version that this made. */
export interface Updated {
  readonly id: number
  readonly version: number
}

/** The records that an import has created, and those that it has changed, in the order of its rows. */
export async function recordsOfImport(
  id: number,
  database: Sql,
): Promise<{ readonly created: number[]; readonly updated: Updated[] }> {
  const { rows } = await sql<{ detail: { ids?: number[]; updated?: Updated[] } }>`
    select a.detail from imports i join audit_log a on a.job_id = i.job
      and a.action = 'import' and a.at >= i.created_at
    where i.id = ${id} order by a.id`.execute(database)
  return {
    created: rows.flatMap(({ detail }) => detail.ids ?? []),
    updated: rows.flatMap(({ detail }) => detail.updated ?? []),
  }
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
