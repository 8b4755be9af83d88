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
  const byId = new Map(records.map((record) => [record.id, record]))
  const asked = updated.filter(({ id }) => byId.has(id))
  const { rows } = await sql<{ id: number; before: Row | null; after: Row | null }>`
    select asked.id, own.before, own.after
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (id bigint, version bigint)
      cross join lateral (
        select before, after from audit_log
        where resource = ${resource} and record_id = asked.id and action = 'update'
          and version = asked.version
        order by id limit 1
      ) own
    order by asked.version`.execute(database)
  // Several rows of a file may have changed one record.
  const changes = new Map<number, { before: Row; after: Row }>()
  for (const { id, before, after } of rows) {
    const known = changes.get(id)
    const blank = Object.fromEntries(
      Object.keys({ ...before, ...after }).map((name) => [name, null]),
    )
    changes.set(id, {
      before: { ...blank, ...before, ...known?.before },
      after: { ...known?.after, ...blank, ...after },
    })
  }
  return new Map(
    [...changes].flatMap(([id, { before, after }]): [number, Row][] => {
      const isSame = (name: string) => textOf(byId.get(id)?.[name]) === textOf(after[name])
      return Object.keys(before).every(isSame) ? [[id, before]] : []
    }),
  )
}

const textOf = (value: unknown) => JSON.stringify(value ?? null)
