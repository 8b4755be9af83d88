import { isHidden } from '#schema'
import type { Api } from '#server'

import { lead } from '../../leads/lead/lead.ts'
import { loggedHeaders } from '../../sending/callLog/loggedHeaders.ts'
import { loggedAt, loggedBody } from '../../sending/callLog/redactBody.ts'
import { isRestricted, partnerFields } from '../lead/partnerFields.ts'

/** What of a lead stands open to all who see leads; what could be a contact in it is hidden anyway. */
const openFields = partnerFields.filter(
  (name) => !isRestricted(name) && !isHidden(lead.fields[name], ''),
)

/** Of rows of statuses, and of a return. */
const loggedFields = [
  'id',
  'send_id',
  'api_lead_id',
  'status',
  'status_at',
  'ftd',
  'ftd_at',
  'reason',
]

const asked = loggedAt([...openFields, ...loggedFields, 'is_test', 'amount', 'currency'])

const answered = loggedAt([
  'id',
  'state',
  'index',
  'code',
  'external_id',
  'click_id',
  'is_test',
  'created_at',
  'status',
  'status_group',
  'status_at',
  'ftd',
  'ftd_at',
  'duplicate_of',
  'total',
  'accepted',
  'duplicate',
  'refused',
  'updated',
  'kept',
  'unknown_lead',
  'page',
  'per_page',
])

/** Keeps headers and bodies of calls of known partners for the request log: only values under names that are listed (product.md 8.4). */
export function logBodies(app: Api): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const partner = request.partner as typeof request.partner | undefined
    if (!partner) return
    request.logged = {
      ...request.logged,
      request_headers: loggedHeaders(request.headers),
      response_headers: loggedHeaders(reply.getHeaders()),
      request: loggedBody(request.rawBody, asked),
      response: typeof payload === 'string' ? loggedBody(payload, answered) : null,
    }
  })
}
