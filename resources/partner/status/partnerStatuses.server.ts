import { conflict, heavy, notFound, type Api, type Backend } from '#server'

import { cardNumber } from '../../cardNumber.server.ts'
import { msg } from '../../msg.server.ts'
import { send } from '../../sending/send/send.ts'
import { returnSend } from '../../sending/send/sendActions.server.ts'
import { transactForBroker } from '../asPartner.server.ts'
import { oncePerPartner } from '../oncePerPartner.server.ts'
import { partnerConfig } from '../partnerConfig.ts'
import { returnContract, tellContract } from './statusContract.ts'
import { takeStatuses } from './takeStatuses.server.ts'

/** Bytes: more than the longest 500 rows can hold. */
const bodyLimit = 2 * 1024 * 1024

/** Where brokers tell what became of the leads that we sent to them, and give some back (product.md 8.2). */
export function partnerStatuses(app: Api, backend: Backend): void {
  const config = partnerConfig

  app.post(
    '/partner/lead/status',
    { schema: tellContract, config: { ...config, work: heavy }, bodyLimit },
    async ({ partner, ip, headers, body }, reply) => {
      const asked = { key: headers['idempotency-key'], body: ['statuses', body] }
      const results = await transactForBroker(partner, { ip, headers }, backend, (context) =>
        oncePerPartner(partner, asked, context, () => takeStatuses(body, partner, context)),
      )
      backend.commits.emit('commit')
      return reply.status(207).send(results)
    },
  )

  app.post('/partner/lead/:id/return', { schema: returnContract, config }, async (request) => {
    const { partner, ip, headers, params, body } = request
    const asked = { key: headers['idempotency-key'], body: ['return', params.id, body] }
    const answer = await transactForBroker(partner, { ip, headers }, backend, (context) =>
      oncePerPartner(partner, asked, context, async () => {
        const own = { lead: params.id, department: partner.id }
        const sends = await context
          .records(send)
          .find({ ...own, state: { in: ['sent', 'returned', 'sending'] } })
        const one =
          sends.findLast(({ state }) => state === 'sent') ??
          sends.findLast(({ state }) => state === 'returned')
        if (!one && sends.length > 0) throw conflict(msg('this_lead_is_being_sent_to_you'))
        if (!one) throw notFound()
        const note = body.note ? cardNumber.masked(body.note) : null
        await returnSend(one, { reason: body.reason, note }, context)
        return { data: { id: params.id, state: 'returned' as const } }
      }),
    )
    backend.commits.emit('commit')
    request.logged = { department: partner.id, lead: params.id }
    return answer
  })
}
