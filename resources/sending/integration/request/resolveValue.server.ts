import { ownValue } from '#schema'

import type { Integration } from '../integration.ts'
import type { SendLead } from './sendLead.server.ts'
import { restrictedVariables } from './variables.ts'
import type { Value } from './transforms/valueTransforms.server.ts'

/** What a call knows besides the lead. */
export interface CallContext {
  /** The number of the send, and the key that is the same at each of its attempts. */
  readonly send: { readonly id: number; readonly key: string }
  readonly department: { readonly branch_name: string }
  readonly broker: { readonly name: string }
  readonly now: Date
}

/** Stands in what is kept where a secret, or a field for few eyes, stood in what was sent. */
export const hiddenText = '••••'

/** Names whose values are secrets, wherever somebody wrote them. */
export const secretName = /token|secret|passw|cookie|signature|authorization|api.?key/i

export interface Sources {
  readonly integration: Integration
  readonly lead: SendLead
  readonly context: CallContext
  /** For the record of the call: restricted fields, and what was made up, are hidden. */
  readonly isRedacted: boolean
}

/** The value of a known variable; an empty text for what the lead lacks, and for restricted fields that may not be sent. */
export function resolveValue(name: string, sources: Sources): Value {
  const { integration, lead, context, isRedacted } = sources
  switch (name) {
    case 'source.name':
      return lead.source?.name ?? ''
    case 'department.branch_name':
      return context.department.branch_name
    case 'broker.name':
      return context.broker.name
    case 'send.key':
      return context.send.key
    case 'send.id':
      return String(context.send.id)
    case 'now':
      return context.now.toISOString()
    case 'timestamp':
      return String(Math.floor(context.now.getTime() / 1_000))
    case 'tag.names':
      return lead.tags
    case 'country':
      return lead.country?.iso_3166_2 ?? ''
    case 'language':
      return lead.language?.code ?? ''
  }
  const isRestricted = restrictedVariables.includes(name)
  if (isRestricted && !integration.allowed_restricted?.includes(name)) return ''
  const text = textOf(ownValue<unknown>(lead, name))
  return isRestricted && isRedacted && text !== '' ? hiddenText : text
}

/** The same as one text. */
export const resolveText = (name: string, sources: Sources): string => {
  const value = resolveValue(name, sources)
  return typeof value === 'string' ? value : value.join(', ')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return ''
}
