import { answerFields, extractionFields } from './fields/answerFields.ts'
import { batchFields } from './fields/batchFields.ts'
import { mappingFields } from './fields/mappingFields.ts'
import { authFields, requestFields } from './fields/requestFields.ts'

/** However long a call may take, it is the same. */
const { connect_timeout: _, total_timeout: __, ...callFields } = requestFields

/** What a test is worth nothing after a change of (product.md 4.4). */
export const testedFields: ReadonlySet<string> = new Set(
  [callFields, authFields, mappingFields, answerFields, extractionFields, batchFields].flatMap(
    (one) => Object.keys(one),
  ),
)
