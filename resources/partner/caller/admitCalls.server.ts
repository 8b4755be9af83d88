import type { FastifyRequest } from 'fastify'

import {
  createCallLimit,
  forbidden,
  isInRanges,
  RequestError,
  type Api,
  type Backend,
} from '#server'

import { readExactly } from '../../exactJson.ts'
import { msg } from '../../msg.server.ts'
import { callsPerMinute } from './callsPerMinute.ts'
import { readCredentials } from './credentials.server.ts'
import { isOpenedBy, namedPartner, type Partner } from './partner.server.ts'
import { countRefused } from './refusedCall.server.ts'
import { checkSignature, type SignedCall } from './signature.server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set on the routes of partners alone. */
    partner: Partner
    /** The body as it came, as far as it was read. */
    rawBody: string
  }
}

/** Lets only departments into the routes of an instance, and reads their bodies as JSON (product.md 8.1). */
export function admitCalls(app: Api, backend: Backend): void {
  readJson(app)
  const limit = createCallLimit(app, {
    keyOf: ({ partner }) => String(partner.id),
    perMinute: ({ partner }) => callsPerMinute(partner),
  })
  const signed = new WeakMap<object, SignedCall>()

  app.addHook('onRequest', async (request) => {
    const credentials = readCredentials(request.headers)
    const named = credentials && (await namedPartner(credentials, backend.database.sql))
    if (named) request.logged = { department: named.id }
    if (credentials?.type === 'signature') {
      signed.set(request, { ...credentials, named })
      return
    }
    if (!credentials || !named || !isOpenedBy(named, credentials, backend)) {
      await countRefused(request.ip, named, backend)
      throw new RequestError(401, msg('partner_wrong_token'))
    }
    await admit(request, named)
  })

  app.addHook('preValidation', async (request) => {
    const call = signed.get(request)
    if (!call) return
    const { ip, method, url, rawBody: body } = request
    const partner = await checkSignature(call, { method, url, body }, backend).catch(
      async (error: unknown) => {
        if (error instanceof RequestError) await countRefused(ip, call.named, backend)
        throw error
      },
    )
    // Not before: who only knows the number of a department would use up its calls, and learn of them.
    await admit(request, partner)
  })

  async function admit(request: FastifyRequest, partner: Partner): Promise<void> {
    if (!isInRanges(request.ip, partner.addresses)) {
      await countRefused(request.ip, partner, backend)
      throw forbidden(msg('partner_wrong_address', { ip: request.ip }))
    }
    if (partner.auth_type === 'none') throw forbidden(msg('partner_closed'))
    request.partner = partner
    await limit(request)
  }
}

/** Takes JSON alone, and keeps its text: a signature is over that. */
function readJson(app: Api): void {
  app.decorateRequest('rawBody', '')
  app.removeAllContentTypeParsers()
  const parse = readExactly(app.getDefaultJsonParser('error', 'error'))
  const options = { parseAs: 'string' } as const
  app.addContentTypeParser('application/json', options, (request, body, done) => {
    request.rawBody = String(body)
    parse(request, String(body), done)
  })
}

/** Throws 403 for a department that may not bring leads. */
export function requireSender({ is_sender, is_active }: Partner): void {
  if (!is_sender) throw forbidden(msg('partner_no_sender'))
  if (!is_active) throw forbidden(msg('partner_paused'))
}
