import type { Connection, Pool, PoolClient, Submittable } from 'pg'
import { to } from 'pg-copy-streams'

const batchLength = 1 << 20
/** Milliseconds for one COPY to a reader: 200,000 records, or a piece of a table. */
const outLimitMs = 600_000

/** One transaction of COPY statements of about a megabyte; the next is made while one is under way. */
export async function copyIn(
  pool: Pool,
  statement: string,
  lines: AsyncIterable<string>,
): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local statement_timeout = 0')
    const rows = await sendAll(client, statement, lines)
    await client.query('commit')
    client.release()
    return rows
  } catch (error) {
    const failure = await client.query('rollback').then(
      () => undefined,
      () => true,
    )
    client.release(failure)
    throw error
  }
}

async function sendAll(
  client: PoolClient,
  statement: string,
  lines: AsyncIterable<string>,
): Promise<number> {
  let rows = 0
  let underWay = Promise.resolve(0)
  try {
    for await (const batch of batchesOf(lines)) {
      rows += await underWay
      underWay = send(client, statement, batch)
      // Its failure is thrown with the next batch; until then it must not count as one nobody handles.
      underWay.catch(() => undefined)
    }
  } finally {
    rows += await underWay
  }
  return rows
}

async function* batchesOf(lines: AsyncIterable<string>): AsyncIterable<Buffer> {
  let batch: string[] = []
  let length = 0
  for await (const line of lines) {
    batch.push(line)
    length += line.length
    if (length < batchLength) continue
    yield Buffer.from(batch.join(''))
    batch = []
    length = 0
  }
  if (length > 0) yield Buffer.from(batch.join(''))
}

/** Statement, data and end go out together, which the embedded database needs: it cannot wait for more. */
function send(client: PoolClient, statement: string, data: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let tag = ''
    const copy = {
      submit({ stream }: Connection) {
        stream.write(Buffer.concat([queryFrame(statement), frame('d', data), frame('c')]))
      },
      handleCopyInResponse() {},
      handleCommandComplete({ text }: { text: string }) {
        tag = text
      },
      handleReadyForQuery() {
        resolve(Number(tag.replace('COPY ', '')))
      },
      handleError: reject,
    } satisfies Submittable & Record<string, unknown>
    client.query(copy)
  })
}

/** The bytes that a COPY statement writes; returns how many rows they were. */
export async function* copyOut(
  pool: Pool,
  statement: string,
): AsyncGenerator<Uint8Array, number, undefined> {
  const client = await pool.connect()
  let isWhole = false
  try {
    await client.query(`begin; set local statement_timeout = ${outLimitMs}`)
    const copy = client.query(to(statement))
    for await (const chunk of copy) yield chunk as Uint8Array
    await client.query('commit')
    isWhole = true
    return copy.rowCount
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
