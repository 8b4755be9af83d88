import fastify from 'fastify'

import { frameRequests } from '../../../src/server/http/server.ts'

/** A server framed as the console is, in a process that may open few files. It says again and again that it can measure its memory. */
const app = fastify()
await frameRequests(app, {})
app.get('/', async () => 'here')
process.stdout.write(await app.listen({ host: '127.0.0.1', port: 0 }))
setInterval(() => process.stdout.write(`${process.memoryUsage().rss}\n`), 50)
