import { consoleContract as contract } from '#contract'

import type { Api } from '../kernel/behavior/serverParts.ts'
import type { Backend } from '../kernel/backend.ts'
import { tooMany } from '../kernel/errors.ts'
import { createHub, type Authenticate } from './hub.ts'
import { openStream } from './stream.ts'
import { msg } from '../../texts/serverMsg.ts'

/** Streams of one user at the same time: one for each browser, and some that died unnoticed. */
const streamsPerUser = 10

/** `GET /events`: what changed, never how; and how far the user's own jobs are. */
export function eventRoutes(
  app: Api,
  backend: Backend,
  { authenticate }: { authenticate: Authenticate },
): void {
  const hub = createHub(backend, authenticate)
  app.addHook('preClose', async () => hub.close())

  const config = { access: 'signed-in', work: 'streams' } as const
  app.get('/events', { schema: contract.events, config }, async (request, reply) => {
    const { user, sessionId: id } = request
    if (hub.countOf(user.id) >= streamsPerUser) {
      throw tooMany(msg('too_many_windows_listen_at_once_close'), 30)
    }
    await hub.begin()
    reply.hijack()
    const { authorization } = request.headers
    const who = { session: { id, user }, authorization }
    const stream = openStream(reply.raw, reply.getHeaders(), who)
    reply.raw.on('close', () => hub.leave(stream))
    hub.join(stream)
  })
}
