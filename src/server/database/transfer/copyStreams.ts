import type { Pool } from 'pg'
import { to } from 'pg-copy-streams'

/** Milliseconds for one COPY to a reader: 200,000 records, or a piece of a table. */
const outLimitMs = 600_000

/** The bytes that a COPY statement writes. */
export async function* copyOut(pool: Pool, statement: string): AsyncIterable<Uint8Array> {
  const client = await pool.connect()
  let isWhole = false
  try {
    await client.query(`begin; set local statement_timeout = ${outLimitMs}`)
    const copy = client.query(to(statement))
    for await (const chunk of copy) yield chunk as Uint8Array
    await client.query('commit')
    isWhole = true
  } finally {
    // A copy that is left half-way leaves a connection that is of no use to anybody.
    client.release(!isWhole)
  }
}
