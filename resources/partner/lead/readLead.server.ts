import { isObject, type FieldErrors } from '#schema'

import { msg } from '../../msg.server.ts'
import type { Partner } from '../caller/partner.server.ts'
import { isRestricted, partnerFields } from './partnerFields.ts'

/** A lead as a partner wrote it. */
export interface GivenLead {
  /** What is to be read like the cells of a file, by the names of fields. */
  readonly texts: Readonly<Record<string, string>>
  readonly is_test: boolean
  /** Whether it is an object: else nothing of it can be read. */
  readonly isLead: boolean
  /** What cannot be taken from this partner, whatever it means. */
  readonly errors: FieldErrors
  /** Stable and machine readable: why, when there are errors. */
  readonly code: 'not_permitted' | 'bad_value'
}

const known: ReadonlySet<string> = new Set(partnerFields)
const maxKeys = 100

/** Parts what a partner wrote into what can be read and what is refused unread. Nothing refused stands among the texts. */
export function readLead(body: unknown, partner: Partner): GivenLead {
  const errors = new Map<string, string[]>()
  const texts = new Map<string, string>()
  const isLead = isObject(body)
  if (!isLead) errors.set('', [msg('partner_no_object')])
  for (const [name, value] of Object.entries(isLead ? body : {}).slice(0, maxKeys)) {
    if (value === null || value === undefined || value === '') continue
    const problem = problemOf(name, value, partner)
    if (problem) errors.set(name, [problem])
    else if (name !== 'is_test') texts.set(name, String(value))
  }
  return {
    texts: Object.fromEntries(texts),
    is_test: partner.is_test || (isLead && body['is_test'] === true),
    isLead,
    errors: Object.fromEntries(errors),
    code: [...errors.keys()].some(isRestricted) ? 'not_permitted' : 'bad_value',
  }
}

function problemOf(name: string, value: unknown, partner: Partner): string | undefined {
  if (name === 'is_test') {
    return typeof value === 'boolean' ? undefined : msg('partner_no_boolean')
  }
  if (!known.has(name)) return msg('partner_unknown_field')
  if (isRestricted(name) && !partner.may_send_restricted) return msg('partner_restricted')
  return typeof value === 'string' || typeof value === 'number' ? undefined : msg('partner_no_text')
}
