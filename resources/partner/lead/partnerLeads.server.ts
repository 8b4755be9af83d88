import { forbidden, heavy, notFound, RequestError, type Api, type Backend } from '#server'

import { msg } from '../../msg.server.ts'
import { oncePerPartner, transactAsPartner } from '../asPartner.server.ts'
import { requireSender } from '../caller/admitCalls.server.ts'
import { partnerConfig } from '../partnerConfig.ts'
import { searchContract, showContract, takeContract, takeManyContract } from './leadContract.ts'
import { ownLead, ownLeads } from './ownLeads.server.ts'
import { takeLead, type Refused, type Taken } from './takeLead.server.ts'

/** Bytes: more than all fields of a lead can hold. */
const leadLimit = 64 * 1024
const bulkLimit = 1024 * 1024

type Request = Parameters<typeof transactAsPartner>[1] & { partner: Parameters<typeof takeLead>[1] }

/** Where partners bring leads, and ask what became of them (product.md 8.2). */
export function partnerLeads(app: Api, backend: Backend): void {
  const take = (body: unknown, key: string | undefined, { partner, ...asking }: Request) =>
    transactAsPartner(partner, asking, backend, (context) =>
      oncePerPartner(partner, { key, body }, context, () => takeLead(body, partner, context)),
    )
  const config = partnerConfig
  const heavyConfig = { ...config, work: heavy }
  const { sql: database } = backend.database

  app.post(
    '/partner/lead',
    { schema: takeContract, config, bodyLimit: leadLimit },
    async (request, reply) => {
      const { partner, ip, headers, body } = request
      requireSender(partner)
      const taken = await take(body, headers['idempotency-key'], { partner, ip, headers })
      backend.commits.emit('commit')
      if (taken.status === 200 || taken.status === 201) {
        const { id } = taken.body.data
        request.logged = { department: partner.id, ...(id !== undefined && { lead: id }) }
        return reply.status(taken.status).send(taken.body)
      }
      throw new NotTaken(taken)
    },
  )

  app.post(
    '/partner/lead/bulk',
    { schema: takeManyContract, config: heavyConfig, bodyLimit: bulkLimit },
    async ({ partner, ip, headers, body }, reply) => {
      requireSender(partner)
      if (!partner.send_a_lot) throw forbidden(msg('partner_sends_little'))
      const key = headers['idempotency-key']
      const all: Taken[] = []
      for (const [index, one] of body.entries()) {
        // Each by itself: a call that breaks off goes on where it was.
        const ownKey = key && `${key} ${index}`
        all.push(await take(one, ownKey, { partner, ip, headers }))
      }
      backend.commits.emit('commit')
      return reply.status(207).send(summed(all))
    },
  )

  app.get('/partner/lead/:id', { schema: showContract, config }, async (request) => {
    const { partner, params } = request
    requireSender(partner)
    const data = await ownLead(partner.id, params.id, database)
    if (!data) throw notFound()
    request.logged = { department: partner.id, lead: data.id }
    return { data }
  })

  app.get(
    '/partner/lead/search',
    { schema: searchContract, config: heavyConfig },
    ({ partner, query }) => {
      requireSender(partner)
      return ownLeads(partner.id, query, database)
    },
  )
}

/** A lead that was refused, and kept. */
class NotTaken extends RequestError {
  override readonly data: object | undefined

  constructor({ status, body: { message, errors, code, data } }: Refused) {
    super(status, message, errors, undefined, code)
    this.data = data
  }
}

/** What became of each, by its place, and of all together. */
function summed(all: readonly Taken[]) {
  const data = all.map((one, index) => {
    if (one.status === 200 || one.status === 201) return { index, ...one.body.data }
    const { message, errors, data: own } = one.body
    const state = one.status === 409 ? ('duplicate' as const) : ('refused' as const)
    return { index, state, message, ...(errors && { errors }), ...own }
  })
  const count = (state: string) => data.filter((one) => one.state === state).length
  const [accepted, updated] = [count('accepted'), count('updated')]
  const [duplicate, refused] = [count('duplicate'), count('refused')]
  return { data, summary: { total: data.length, accepted, updated, duplicate, refused } }
}
