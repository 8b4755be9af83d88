import type { FastifyRequest } from 'fastify'

import { forbidden, heavy, notFound, RequestError, type Api, type Backend } from '#server'

import { msg } from '../../msg.server.ts'
import { transactAsPartner } from '../asPartner.server.ts'
import { answeredToPartner, oncePerPartner } from '../oncePerPartner.server.ts'
import { requireSender } from '../caller/admitCalls.server.ts'
import { partnerConfig } from '../partnerConfig.ts'
import { searchContract, showContract, takeContract, takeManyContract } from './leadContract.ts'
import { ownLead, ownLeads } from './ownLeads.server.ts'
import { takeLead, type Refused, type Taken } from './takeLead.server.ts'

/** Bytes: more than all fields of a lead can hold. */
const leadLimit = 64 * 1024
/** 500 leads with all that they may say in words. */
const bulkLimit = 2 * 1024 * 1024

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
  // Whether they may is answered before what is wrong with what they sent.
  const sends = async ({ partner }: FastifyRequest) => requireSender(partner)
  const sendsMany = async ({ partner }: FastifyRequest) => {
    requireSender(partner)
    if (!partner.send_a_lot) throw forbidden(msg('partner_sends_little'))
  }

  app.post(
    '/partner/lead',
    { schema: takeContract, config, bodyLimit: leadLimit, preValidation: sends },
    async (request, reply) => {
      const { partner, ip, headers, body } = request
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
    {
      schema: takeManyContract,
      config: heavyConfig,
      bodyLimit: bulkLimit,
      preValidation: sendsMany,
    },
    async ({ partner, ip, headers, body }, reply) => {
      const key = headers['idempotency-key']
      const asked = body.map((one, index) => ({ body: one, key: key && `${key} ${index}` }))
      const before = await answeredToPartner<Taken>(partner, asked, backend)
      const all: Taken[] = []
      for (const [index, one] of asked.entries()) {
        // Each by itself: a call that breaks off goes on where it was.
        all.push(before[index] ?? (await take(one.body, one.key, { partner, ip, headers })))
      }
      backend.commits.emit('commit')
      return reply.status(207).send(summed(all))
    },
  )

  const show = { schema: showContract, config, preValidation: sends }
  app.get('/partner/lead/:id', show, async (request) => {
    const { partner, params } = request
    const data = await ownLead(partner.id, params.id, database)
    if (!data) throw notFound()
    request.logged = { department: partner.id, lead: data.id }
    return { data }
  })

  app.get(
    '/partner/lead/search',
    { schema: searchContract, config: heavyConfig, preValidation: sends },
    ({ partner, query }) => ownLeads(partner.id, query, database),
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
