import AddIcon from '@mui/icons-material/Add'
import ArrowIcon from '@mui/icons-material/ArrowForward'
import ActionIcon from '@mui/icons-material/KeyboardReturn'
import Box from '@mui/material/Box'
import { alpha, type Theme } from '@mui/material/styles'
import { type MouseEvent } from 'react'
import type { Choice } from './choice.ts'
import { icons } from '../../browser/ui/icons.tsx'
import { pointing } from '../../browser/ui/theme/Directed.tsx'
import { isColor, Swatch } from '../../browser/ui/fields/ColorChip.tsx'

interface OptionProps {
  id: string | undefined
  choice: Choice
  isActive: boolean
  onChoose(): void
  onPoint(): void
}

/** A real link where it goes somewhere, so that a click opens it in a new tab when the user wants that. */
export function SearchOption({ id, choice, isActive, onChoose, onPoint }: OptionProps) {
  const { label, detail, number, icon, embed, path } = choice
  const isNamed = typeof icon === 'string'
  const Icon = isNamed ? ownIcons[icon] : icon
  // Of two colours the background's.
  const color = embed?.['color'] ?? embed?.['bg_color']
  const choose = (event: MouseEvent) => {
    const isBrowsers = path && (event.ctrlKey || event.metaKey || event.shiftKey)
    if (isBrowsers) return
    event.preventDefault()
    onChoose()
  }
  return (
    <Box
      {...(path ? { component: 'a', href: path } : {})}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={choose}
      onMouseMove={() => isActive || onPoint()}
      sx={style}
    >
      <Icon
        fontSize="small"
        sx={{ color: 'text.secondary', ...(isNamed && !(icon in icons) && pointing) }}
      />
      <Box component="span" dir="auto" sx={{ flexShrink: 0, maxWidth: '70%', ...cut }}>
        {label}
      </Box>
      {typeof embed?.['flag'] === 'string' && <span aria-hidden>{embed['flag']}</span>}
      {isColor(color) && <Swatch color={color} />}
      <Box component="span" sx={{ display: 'flex', flex: 1, minWidth: 0, justifyContent: 'end' }}>
        <Box component="span" dir="auto" sx={{ ...cut, ...quiet }}>
          {detail}
        </Box>
      </Box>
      {number && (
        <Box component="span" sx={quiet}>
          <bdi>{number}</bdi>
        </Box>
      )}
    </Box>
  )
}

const ownIcons = { ...icons, action: ActionIcon, more: ArrowIcon, new: AddIcon }

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const quiet = { color: 'text.secondary', fontSize: '0.8125rem' }
const style = ({ palette }: Theme) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 44,
  mx: 1,
  px: 1,
  borderRadius: 1,
  color: 'text.primary',
  fontSize: '0.9375rem',
  textDecoration: 'none',
  cursor: 'pointer',
  '&[aria-selected=true]': {
    backgroundColor: alpha(palette.primary.main, 0.1),
    // Not by colour alone.
    boxShadow: `inset 0 0 0 2px ${alpha(palette.primary.main, 0.5)}`,
  },
})
