import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'

import { contentOf } from '#contract'
import { ownValue } from '#schema'
import { notFound, type Api, type Backend } from '#server'

import { readExactly } from '../../../exactJson.ts'
import { loggedHeaders } from '../../callLog/loggedHeaders.ts'
import { loggedAt, loggedBody } from '../../callLog/redactBody.ts'
import { readPath } from '../../integration/answer/readPath.ts'
import { postbackParameters } from '../../integration/fields/postbackParameters.ts'
import type { Integration } from '../../integration/integration.ts'
import { takePostback } from './keptPostbacks.server.ts'
import { amountOf, currencyOf, isDeposit, storedText, type PulledRow } from '../pull/pulledRow.ts'
import { readMoment } from '../readMoment.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom a postback tells of; set on its routes alone. */
    integration: Integration
  }
}

/** Where brokers tell us of statuses and deposits by themselves, with the names that the integration gives (product.md 8.2). */
export function postbackRoutes(api: Api, backend: Backend): void {
  void api.register(async (plain) => {
    const app = plain as unknown as Api
    const asText = { parseAs: 'string' } as const
    app.addContentTypeParser('application/x-www-form-urlencoded', asText, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const parse = readExactly(app.getDefaultJsonParser('error', 'error'))
    app.removeContentTypeParser('application/json')
    app.addContentTypeParser('application/json', asText, (request, body, done) =>
      parse(request, String(body), done),
    )
    app.addHook<{ Params: { key: string } }>('preHandler', async (request) => {
      request.integration = await findIntegration(request.params.key, backend)
    })
    const path = '/partner/postback/:key'
    const sharer = ({ integration }: { integration: Integration }) =>
      `integration ${integration.id}`
    const config = { access: 'public', sharer, isLogged: true } as const
    // Who asks for the head alone, such as a monitor, tells nothing.
    app.get(path, { schema: get, config }, (request) =>
      request.method === 'HEAD' ? 'ok' : take(request, request.query, backend),
    )
    app.post(path, { schema: post, config }, (request) =>
      take(request, { ...request.query, ...request.body }, backend),
    )
  })
}

/** Under the names that the integration gives. */
const given = z.looseObject({})
const about = {
  tags: ['Partner'],
  params: z.strictObject({ key: z.string().min(20).max(60) }),
  querystring: given,
  response: { 200: contentOf('text/plain') },
}
const get = { ...about, summary: 'A broker tells of a lead, in the address' }
const post = { ...about, summary: 'A broker tells of a lead', body: given.nullish() }

/** Throws 404 where no integration takes postbacks by that key. */
async function findIntegration(key: string, { database }: Backend): Promise<Integration> {
  const { rows } = await sql<Integration>`
    select * from send_integrations where postback_key = ${key} and state <> 'archived'`.execute(
    database.sql,
  )
  const [integration] = rows
  if (!integration?.postback_id) throw notFound()
  return integration
}

/** Says no more than that it came: not whether there is such a lead. That stands in the log of calls. */
async function take(
  request: FastifyRequest,
  said: Readonly<Record<string, unknown>>,
  backend: Backend,
): Promise<'ok'> {
  const { integration } = request
  request.logged = {
    integration: integration.id,
    department: integration.department,
    request_headers: loggedHeaders(request.headers),
    request: loggedBody(JSON.stringify(said), loggedOf(integration)),
  }
  const row = rowOf(integration, said)
  const taken = row ? await takePostback(row, integration, backend) : 'nameless'
  request.failure = problems[taken]
  return 'ok'
}

/** Where its postbacks speak: what else they hold stands in no log (product.md 8.4). */
const loggedOf = (one: Integration) => loggedAt(postbackParameters.map((name) => one[name]))

/** In English, like all that the log says. */
const problems = {
  written: '',
  kept: 'It waits for its lead',
  unknown: 'It is no lead of ours',
  nameless: 'It names no lead',
} as const

/** A name may be that of a parameter, or a path in JSON. */
function rowOf(one: Integration, said: Readonly<Record<string, unknown>>): PulledRow | undefined {
  const text = (name: string | null) => {
    const value = name ? (ownValue(said, name) ?? readPath(said, name)) : undefined
    const isPlain =
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return isPlain ? storedText(String(value)) || null : null
  }
  const id = text(one.postback_id)
  if (id === null) return undefined
  return {
    ids: [id],
    email: null,
    phone: null,
    status: text(one.postback_status),
    status_at: null,
    is_ftd: isDeposit(text(one.postback_ftd) ?? '', one.postback_ftd_values),
    ftd_at: readMoment(text(one.postback_ftd_at), one.pull_date_format, one.pull_timezone),
    amount: amountOf(text(one.postback_amount)),
    currency: currencyOf(text(one.postback_currency)),
  }
}
