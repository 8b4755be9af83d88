import {
  buildRequest,
  redactedTogether,
  type CallContext,
  type CallSecrets,
  type OutboundRequest,
  type SendLead,
} from '../request/buildRequest.server.ts'
import type { Integration } from '../integration.ts'
import type { Refusal } from '../request/mapLead.server.ts'
import { syntheticLead } from './syntheticLead.server.ts'

/** Stands in a call for leads that there are not. */
export const exampleCall = (): CallContext => ({
  send: { id: 0, key: 'example-key' },
  department: { branch_name: 'Department' },
  broker: { name: 'Broker' },
  now: new Date(),
})

const secondLead: SendLead = {
  ...syntheticLead,
  first_name: 'Second',
  email: 'second.lead@example.com',
}

/** A call as it would be, without secrets: for two example leads where several share one and no lead is chosen. */
export function previewRequest(
  values: Integration,
  secrets: CallSecrets,
  lead: SendLead,
): OutboundRequest | Refusal {
  const context = exampleCall()
  const built = buildRequest(values, secrets, lead, context)
  if ('refused' in built) return built
  if (!values.batch_size || lead.id !== syntheticLead.id) return built.redacted
  const second = { ...context, send: { id: 0, key: 'second-example-key' } }
  const offers = [
    { lead, context },
    { lead: secondLead, context: second },
  ]
  return redactedTogether(values, secrets, offers)
}
