import DownIcon from '@mui/icons-material/SouthEast'
import SameIcon from '@mui/icons-material/East'
import UpIcon from '@mui/icons-material/NorthEast'
import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'

import { useText } from '#browser'

import { changeText } from './cardTexts.browser.ts'
import type { Card } from './card.ts'
import { hasNotBegun, isBetterLess, isFromNothing } from './cards.ts'

/** The change against the days before: an arrow, how much, and what that means, in a colour that only adds. */
export function Trend({ id, card }: { id: string; card: Card }) {
  return hasNotBegun(card) ? <NotBegun id={id} /> : <Change id={id} card={card} />
}

function NotBegun({ id }: { id: string }) {
  const say = useText()
  const words = say('dashboard.not_begun', 'Sending begins with the first integration')
  return (
    <Box id={id} role="img" aria-label={words} title={words} sx={trendStyle}>
      {say('dashboard.no_integration', 'No integration yet')}
    </Box>
  )
}

function Change({ id, card }: { id: string; card: Card }) {
  const say = useText()
  const { percentage, increase } = card
  const isNew = isFromNothing(card)
  const change = changeText(percentage)
  const words = isNew
    ? say('dashboard.from_nothing', 'None in the seven days before')
    : percentage === 0
      ? say('dashboard.same', 'As many as in the seven days before')
      : increase
        ? say('dashboard.more', '%{change} more than in the seven days before', { change })
        : say('dashboard.less', '%{change} less than in the seven days before', { change })
  const Icon = percentage === 0 ? SameIcon : increase ? UpIcon : DownIcon
  const isMirrored = useTheme().direction === 'rtl'
  return (
    <Box id={id} role="img" aria-label={words} sx={trendStyle}>
      <Box component="span" sx={{ ...changeStyle, color: colorOf(card) }}>
        <Icon sx={{ fontSize: '1rem', ...(isMirrored && { transform: 'scaleX(-1)' }) }} />
        {!isNew && change}
      </Box>
      <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {isNew
          ? say('dashboard.none_before', 'None in the 7 days before')
          : say('dashboard.before', 'vs. the 7 days before')}
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
