import DownIcon from '@mui/icons-material/SouthEast'
import SameIcon from '@mui/icons-material/East'
import UpIcon from '@mui/icons-material/NorthEast'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'

import { useT } from '#browser'

import { changeText } from './cardTexts.browser.ts'
import type { Card } from './card.ts'
import { hasNotBegun, isBetterLess, isFromNothing } from './cards.ts'
import english from '../translations/en/console.json'

/** The change against the days before: an arrow, how much, and what that means, in a colour that only adds. */
export function Trend({ id, card }: { id: string; card: Card }) {
  return hasNotBegun(card) ? <NotBegun id={id} /> : <Change id={id} card={card} />
}

function NotBegun({ id }: { id: string }) {
  const t = useT(english)
  const words = t('dashboard.not_begun')
  return (
    <Box id={id} role="img" aria-label={words} title={words} sx={trendStyle}>
      {t('dashboard.no_integration')}
    </Box>
  )
}

function Change({ id, card }: { id: string; card: Card }) {
  const t = useT(english)
  const { percentage, increase } = card
  const isNew = isFromNothing(card)
  const change = changeText(percentage)
  const words = isNew
    ? t('dashboard.from_nothing')
    : percentage === 0
      ? t('dashboard.same')
      : increase
        ? t('dashboard.more', { change })
        : t('dashboard.less', { change })
  const Icon = percentage === 0 ? SameIcon : increase ? UpIcon : DownIcon
  const isMirrored = useTheme().direction === 'rtl'
  return (
    <Box id={id} role="img" aria-label={words} sx={trendStyle}>
      <Box component="span" sx={{ ...changeStyle, color: colorOf(card) }}>
        <Icon sx={{ fontSize: '1rem', ...(isMirrored && { transform: 'scaleX(-1)' }) }} />
        {!isNew && change}
      </Box>
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {isNew ? t('dashboard.none_before') : t('dashboard.before')}
      </Box>
    </Box>
  )
}

/** More of what failed is bad news. */
function colorOf({ label, percentage, increase }: Card): string {
  if (percentage === 0) return 'text.secondary'
  return increase === isBetterLess(label) ? 'error.main' : 'success.main'
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
