import { restrictedFields } from '../../../leads/lead/businessFields.ts'

/** Fields of a lead that may be sent to a broker. */
const leadVariables = [
  'id',
  'uuid',
  'first_name',
  'last_name',
  'email',
  'alt_email',
  'phone',
  'phone_prefix',
  'alt_phone',
  'date_of_birth',
  'address',
  'city',
  'state',
  'zip',
  'country',
  'language',
  'ip',
  'timezone',
  'funnel',
  'comment',
  'external_id',
  'click_id',
  'sub_1',
  'sub_2',
  'sub_3',
  'sub_4',
  'sub_5',
  'created_at',
  'consent_at',
  'consent_text',
  'consent_url',
  'consent_ip',
  'is_test',
] as const

/** Sent only where an integration names them (product.md D8). */
export const restrictedVariables: readonly string[] = Object.keys(restrictedFields)

const otherVariables = [
  'source.name',
  'department.branch_name',
  'broker.name',
  'send.key',
  'send.id',
  'now',
  'tag.names',
] as const

/** What stands in double braces, and what a row of the mapping takes (product.md 7.2). */
export const knownVariables: ReadonlySet<string> = new Set([
  ...leadVariables,
  ...restrictedVariables,
  ...otherVariables,
])

/** What a row of kind `generated` makes. */
export const generatedValues: ReadonlySet<string> = new Set(['password', 'key', 'uuid'])
