import {
  createCallLimit,
  forbidden,
  isInRanges,
  RequestError,
  type Api,
  type Backend,
} from '#server'

import { msg } from '../../msg.server.ts'
import { callsPerMinute } from './callsPerMinute.ts'
import { readCredentials, type Credentials } from './credentials.server.ts'
import { findPartner, type Partner } from './partner.server.ts'
import { countRefused } from './refusedCall.server.ts'
import { checkSignature } from './signature.server.ts'

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
  const signatures = new WeakMap<object, Extract<Credentials, { type: 'signature' }>>()

  app.addHook('onRequest', async (request) => {
    const credentials = readCredentials(request.headers)
    const partner = credentials && (await findPartner(credentials, backend.database.sql))
    if (!credentials || !partner) {
      await countRefused(request.ip, undefined, backend)
      throw new RequestError(401, msg('partner_wrong_token'))
    }
    request.logged = { department: partner.id }
    if (!isInRanges(request.ip, partner.addresses)) {
      await countRefused(request.ip, partner, backend)
      throw forbidden(msg('partner_wrong_address', { ip: request.ip }))
    }
    if (partner.auth_type === 'none') throw forbidden(msg('partner_closed'))
    request.partner = partner
    if (credentials.type === 'signature') signatures.set(request, credentials)
    else await limit(request)
  })

  app.addHook('preValidation', async (request) => {
    const signature = signatures.get(request)
    if (!signature) return
    const { partner, method, url, rawBody: body } = request
    try {
      await checkSignature(signature, partner, { method, url, body }, backend)
    } catch (error) {
      if (error instanceof RequestError) await countRefused(request.ip, partner, backend)
      throw error
    }
    // Not before: who only knows the number of a department would use up its calls.
    await limit(request)
  })
}

/** Takes JSON alone, and keeps its text: a signature is over that. */
function readJson(app: Api): void {
  app.decorateRequest('rawBody', '')
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
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
