import DownIcon from '@mui/icons-material/SouthEast'
import SameIcon from '@mui/icons-material/East'
import UpIcon from '@mui/icons-material/NorthEast'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'

import type { Series } from '#contract'

import { useT } from '../../client/i18n/texts.ts'
import { changeText } from './cardTexts.ts'
import english from '../../../texts/en/dashboard.json'

export interface TrendProps {
  id: string
  card: Series
  /** Fewer is better news. */
  isBetterLess?: boolean | undefined
  /** What stands there in place of a change: in short, and in a sentence. */
  instead?: { readonly short: string; readonly sentence: string } | undefined
}

/** The change against the days before: an arrow, how much, and what that means, in a colour that only adds. */
export function Trend({ instead, ...change }: TrendProps) {
  if (!instead) return <Change {...change} />
  const { short, sentence } = instead
  return (
    <Box id={change.id} role="img" aria-label={sentence} title={sentence} sx={trendStyle}>
      {short}
    </Box>
  )
}

function Change({ id, card, isBetterLess }: Omit<TrendProps, 'instead'>) {
  const { percentage, increase, value, before } = card
  // Of nothing in the days before no percentage can be more.
  const isNew = before === 0 && value > 0
  const change = changeText(percentage)
  const trendText = useTrendText(card.labels.length, change)
  const sentence = isNew
    ? trendText.fromNothing
    : percentage === 0
      ? trendText.same
      : increase
        ? trendText.more
        : trendText.less
  const Icon = percentage === 0 ? SameIcon : increase ? UpIcon : DownIcon
  const isMirrored = useTheme().direction === 'rtl'
  return (
    <Box id={id} role="img" aria-label={sentence} sx={trendStyle}>
      <Box component="span" sx={{ ...changeStyle, color: colorOf(card, isBetterLess) }}>
        <Icon sx={{ fontSize: '1rem', ...(isMirrored && { transform: 'scaleX(-1)' }) }} />
        {!isNew && change}
      </Box>
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {isNew ? trendText.noneBefore : trendText.before}
      </Box>
    </Box>
  )
}

/** What a change is called; of seven days in words. */
function useTrendText(days: number, change: string) {
  const t = useT(english)
  if (days === 7) {
    return {
      before: t('dashboard.before'),
      noneBefore: t('dashboard.none_before'),
      fromNothing: t('dashboard.from_nothing'),
      same: t('dashboard.same'),
      more: t('dashboard.more', { change }),
      less: t('dashboard.less', { change }),
    }
  }
  return {
    before: t('dashboard.before_days', { days }),
    noneBefore: t('dashboard.from_nothing_days', { days }),
    fromNothing: t('dashboard.from_nothing_days', { days }),
    same: t('dashboard.same_days', { days }),
    more: t('dashboard.more_days', { change, days }),
    less: t('dashboard.less_days', { change, days }),
  }
}

/** More of what failed is bad news. */
function colorOf({ percentage, increase }: Series, isBetterLess = false): string {
  if (percentage === 0) return 'text.secondary'
  return increase === isBetterLess ? 'error.main' : 'success.main'
}

export const trendStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.75,
  minHeight: '1.5rem',
  color: 'text.secondary',
  fontSize: '0.8125rem',
  whiteSpace: 'nowrap',
}

const changeStyle = { display: 'inline-flex', alignItems: 'center', gap: 0.25, fontWeight: 600 }
