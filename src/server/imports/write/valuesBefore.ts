import { sql } from 'kysely'

import type { Resource } from '#schema'

import type { Sql } from '../../kernel/database.ts'
import type { Row } from '../../records/read/select.ts'
import type { Stored } from '../../records/read/record.ts'
import type { Updated } from './updated.ts'

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
