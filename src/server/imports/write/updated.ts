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

/** What records had before the versions that a file made, by their ids; none where something of that was changed since. */
export async function valuesBefore(
  { name: resource }: Resource,
  records: readonly Stored[],
  updated: readonly Updated[],
  database: Sql,
): Promise<Map<number, Row>> {
  if (records.length === 0) return new Map()
  const asked = records.map(({ id }) => updated.find((one) => one.id === id))
  const { rows } = await sql<{ id: number; before: Row | null; after: Row | null }>`
    select asked.id, own.before, own.after
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (id bigint, version bigint)
      cross join lateral (
        select before, after from audit_log
        where resource = ${resource} and record_id = asked.id and action = 'update'
          and version = asked.version
        order by id limit 1
      ) own`.execute(database)
  const byId = new Map(records.map((record) => [record.id, record]))
  return new Map(
    rows.flatMap(({ id, before, after }): [number, Row][] => {
      const names = Object.keys({ ...before, ...after })
      const isSame = (name: string) => textOf(byId.get(id)?.[name]) === textOf(after?.[name])
      const values = Object.fromEntries(names.map((name) => [name, before?.[name] ?? null]))
      return names.every(isSame) ? [[id, values]] : []
    }),
  )
}

const textOf = (value: unknown) => JSON.stringify(value ?? null)
