import { answerFields, extractionFields } from './fields/answerFields.ts'
import { batchFields } from './fields/batchFields.ts'
import { mappingFields } from './fields/mappingFields.ts'
import { authFields, requestFields } from './fields/requestFields.ts'

/** What a test is worth nothing after a change of (product.md 4.4). */
export const testedFields: ReadonlySet<string> = new Set(
  [requestFields, authFields, mappingFields, answerFields, extractionFields, batchFields].flatMap(
    (one) => Object.keys(one),
  ),
)
