import { restrictedFields } from '../../../leads/lead/businessFields.ts'
import { personFields } from '../../../leads/lead/leadViews.ts'

/** Fields of a lead that may be sent to a broker. */
const leadVariables = ['id', 'uuid', ...personFields, 'created_at', 'is_test'] as const

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
