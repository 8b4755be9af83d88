import { useListContext } from 'react-admin'

import { numberText, roundedText } from '../../client/i18n/formats.ts'
import type { Translate } from '../../client/i18n/texts.ts'

export interface Total {
  readonly total: number | undefined
  /** The database's guess: counting all would cost more than anybody gains. */
  readonly isEstimate: boolean
}

/** How many records match the filter of the list around. */
export function useTotal(): Total {
  const { total, meta } = useListContext()
  return { total, isEstimate: meta?.total_is === 'estimate' }
}

/** A number of records as people read it: `1,234`, or `about 1,235,000`. */
export function countText(t: Translate, count: number, isEstimate: boolean): string {
  if (!isEstimate) return numberText(count)
  return t('about', { number: roundedText(count) })
}
