import fastify from 'fastify'
import pg from 'pg'

// The floor: a bare route that runs one statement with `pg`, no permissions, no count, no audit.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
const app = fastify()

app.post<{ Body: { text: string; values: unknown[] } }>('/statement/:name', async (request) => {
  statements.set((request.params as { name: string }).name, request.body)
  return {}
})
app.get('/run/:name', async (request) => {
  const { text, values } = statements.get((request.params as { name: string }).name)!
  return { data: (await pool.query(text, values)).rows }
})
app.post<{ Body: { text: string; values: unknown[] }[] }>('/transaction', async ({ body }) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const answers = []
    for (const { text, values } of body) answers.push(await client.query(text, values))
    await client.query('commit')
    return { data: answers[0]!.rows[0] }
  } finally {
    client.release()
  }
})

const statements = new Map<string, { text: string; values: unknown[] }>()
process.stdout.write(`floor at ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
