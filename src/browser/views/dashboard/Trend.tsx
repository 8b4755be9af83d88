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
  const t = useT(english)
  const { percentage, increase, value } = card
  // Of nothing in the days before no percentage can be more.
  const isNew = card.before === 0 && value > 0
  const change = changeText(percentage)
  const isSame = percentage === 0
  const told = isNew ? 'from_nothing' : isSame ? 'same' : increase ? 'more' : 'less'
  const days = card.labels.length
  // Seven days are told in words.
  const isWeek = days === 7
  const sentence = t(`dashboard.${told}${isWeek ? '' : '_days'}`, { change, days })
  const noneBefore = t(isWeek ? 'dashboard.none_before' : 'dashboard.from_nothing_days', { days })
  const before = t(isWeek ? 'dashboard.before' : 'dashboard.before_days', { days })
  const Icon = isSame ? SameIcon : increase ? UpIcon : DownIcon
  const isMirrored = useTheme().direction === 'rtl'
  return (
    <Box id={id} role="img" aria-label={sentence} sx={trendStyle}>
      <Box component="span" sx={{ ...changeStyle, color: colorOf(card, isBetterLess) }}>
        <Icon sx={{ fontSize: '1rem', ...(isMirrored && { transform: 'scaleX(-1)' }) }} />
        {!isNew && change}
      </Box>
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {isNew ? noneBefore : before}
      </Box>
    </Box>
  )
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
