import { numberText } from '#browser'

import { seenLimit } from './brokerWord.ts'
import { statusMap, type StatusMap } from './statusMap.ts'

/** How often a word is seen. */
export const seenText = (seen: number): string => numberText(seen) + (seen >= seenLimit ? '+' : '')

/** The form of a new mapping that begins with these values. */
export const mapPath = (values: Partial<StatusMap>): string =>
  `/${statusMap.routes.list}/create?source=${encodeURIComponent(JSON.stringify(values))}`
