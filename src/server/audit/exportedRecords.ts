import { sql, type RawBuilder } from 'kysely'

import type { Sql } from '../kernel/database.ts'

interface Exported {
  readonly job_id: number
  readonly resource: string
  readonly ids: readonly number[]
}

/** So many ids in a row stand together, a bit for each: most exports take many of them, and zeros cost nothing once compressed. */
const perBlock = 32_768

/** Blocks of one statement: 4 MB. */
const perInsert = 1_000

/** Keeps which records an export has written, as long as the audit log keeps its lines. */
export async function recordExported(database: Sql, exported: Exported): Promise<void> {
  const sorted = Float64Array.from(exported.ids).sort()
  let blocks = new Map<number, Buffer>()
  for (const id of sorted) {
    const number = Math.floor(id / perBlock)
    if (!blocks.has(number) && blocks.size === perInsert) {
      await insert(database, exported, blocks)
      blocks = new Map()
    }
    const bits = blocks.get(number) ?? Buffer.alloc(perBlock / 8)
    const place = id % perBlock
    bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7))
    blocks.set(number, bits)
  }
  await insert(database, exported, blocks)
}

async function insert(
  database: Sql,
  { job_id, resource }: Exported,
  blocks: ReadonlyMap<number, Buffer>,
): Promise<void> {
  await sql`
    insert into exported_records (job_id, resource, block, ids)
    select ${job_id}, ${resource}, block, ids
    from unnest(${[...blocks.keys()]}::integer[], ${[...blocks.values()]}::bytea[]) b (block, ids)`.execute(
    database,
  )
}

/** The jobs of the exports that wrote a record. */
export const exportsOf = (resource: string, id: number): RawBuilder<unknown> => sql`
  select job_id from exported_records
  where resource = ${resource} and block = ${Math.floor(id / perBlock)}
    and get_bit(ids, ${id % perBlock}) = 1`
