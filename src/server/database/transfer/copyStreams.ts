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

/** One message of PostgreSQL's wire protocol: a letter, the length, the body. */
function frame(letter: string, body: Uint8Array = new Uint8Array(0)): Buffer {
  const message = Buffer.allocUnsafe(body.length + 5)
  message.write(letter, 'latin1')
  message.writeInt32BE(body.length + 4, 1)
  message.set(body, 5)
  return message
}

/** A simple query: one or several statements without parameters. */
export function queryFrame(text: string): Buffer {
  return frame('Q', Buffer.from(`${text}\0`))
}
