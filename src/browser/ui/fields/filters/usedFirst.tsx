import type { AutocompleteRenderGroupParams } from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import ListSubheader from '@mui/material/ListSubheader'
import { Fragment, useEffect, useMemo, useState } from 'react'

import { numberText } from '../../../client/i18n/formats.ts'
import { useT } from '../../../client/i18n/texts.ts'
import english from '../../../../texts/en/lists.json'

/** A value that records of a list have, and how many have it: null where that is not known. */
export interface Used {
  readonly value: string | number
  readonly count: number | null
  readonly is_more: boolean
}

/** Milliseconds after which somebody may be about to pick: from then on nothing moves in an open picker. */
const settledAfter = 400

/** Of a picker: closed, just opened, about to be used. */
type Phase = 'closed' | 'open' | 'settled'

/** What comes first in a picker: the values that records of the list have. */
export function useUsedFirst(used: readonly Used[] = none) {
  const t = useT(english)
  const [phase, setPhase] = useState<Phase>('closed')
  const [shown, setShown] = useState(used)
  if (phase !== 'settled' && shown !== used) setShown(used)
  useEffect(() => {
    if (phase !== 'open') return undefined
    const timer = setTimeout(() => setPhase('settled'), settledAfter)
    return () => clearTimeout(timer)
  }, [phase])
  const places = useMemo(() => new Map(shown.map(({ value }, at) => [String(value), at])), [shown])
  const groups = { used: t('values_here'), others: t('values_others') }
  return {
    used: shown,
    onOpen: () => setPhase('open'),
    onClose: () => setPhase('closed'),
    /** The options, those with a used value first. */
    sorted<Option>(options: readonly Option[], valueOf: (option: Option) => string): Option[] {
      const placeOf = (option: Option) => places.get(valueOf(option)) ?? places.size
      return options.toSorted((one, other) => placeOf(one) - placeOf(other))
    },
    /** Groups at all times: a list that closes is drawn once more with the options it had. A single group has no heading. */
    groupBy:
      <Option,>(valueOf: (option: Option) => string) =>
      (option: Option) => {
        if (places.size === 0) return ''
        return places.has(valueOf(option)) ? groups.used : groups.others
      },
    renderGroup: ({ key, group, children }: AutocompleteRenderGroupParams) =>
      group === '' ? (
        <Fragment key={key}>{children}</Fragment>
      ) : (
        <li key={key} role="presentation">
          <ListSubheader component="div" aria-hidden sx={{ top: -8 }}>
            {group}
          </ListSubheader>
          <Box component="ul" role="group" aria-label={group} sx={{ p: 0 }}>
            {children}
          </Box>
        </li>
      ),
    countOf(value: string) {
      const { count = null, is_more } = shown[places.get(value) ?? -1] ?? {}
      return (
        count !== null && (
          <Box component="span" sx={countStyle}>
            {numberText(count)}
            {is_more && '+'}
          </Box>
        )
      )
    },
  }
}

const none: readonly Used[] = []

const countStyle = {
  marginInlineStart: 'auto',
  paddingInlineStart: 2,
  color: 'text.secondary',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
}
