import {
  answerFields,
  breakerFields,
  extractionFields,
  limitFields,
  retryFields,
} from './fields/answerFields.ts'
import { batchFields } from './fields/batchFields.ts'
import { mappingFields } from './fields/mappingFields.ts'
import { postbackFields, pullFields } from './fields/pullFields.ts'
import { authFields, requestFields } from './fields/requestFields.ts'

const names = <Fields extends object>(fields: Fields) =>
  Object.keys(fields) as (keyof Fields & string)[]

const seldom = {
  Limits: names(limitFields),
  Retries: names(retryFields),
  Breaker: names(breakerFields),
  'Many leads in one call': names(batchFields),
  'Statuses back': names(pullFields),
  Postback: names(postbackFields),
}

/** The parts of an integration (product.md 7.1). */
export const sections = {
  Request: names(requestFields),
  'Sign-in': names(authFields),
  Mapping: names(mappingFields),
  Answer: names(answerFields),
  Extraction: names(extractionFields),
  ...seldom,
}

/** What a shown integration keeps folded. */
export const folded = [...names(seldom), 'Notes']

/** The parts that share a tab of the form (product.md 11.15). */
export const formTabs = {
  General: ['Notes'],
  Answer: ['Extraction'],
  Limits: ['Retries', 'Breaker', 'Many leads in one call'],
}

/** Of the log of calls (product.md 11.15). */
export const callsOfIntegration = [
  'created_at',
  'method',
  'path',
  'route',
  'status',
  'duration_ms',
  'lead',
  'error',
] as const
