import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import DragIndicatorIcon from '@mui/icons-material/DragIndicator'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import type { SxProps, Theme } from '@mui/material/styles'
import type { KeyboardEvent } from 'react'

import { useT } from '../../../client/i18n/texts.ts'
import type { Place } from '../useArranging.ts'
import english from '../../../../texts/en/lists.json'

interface ItemProps {
  label: string
  isShown: boolean
  onToggle(): void
  /** Undefined while only some of the columns are shown, where there is nothing to arrange. */
  place: Place | undefined
  /** Makes the column wider by so many pixels, or narrower. */
  onWiden(step: number): void
}

/** One column of the choice: shown or not, and its place among the others. */
export function ColumnItem({ label, isShown, onToggle, place, onWiden }: ItemProps) {
  const t = useT(english)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = widening(event)
    if (step === 0) return place?.onKeyDown(event)
    event.preventDefault()
    onWiden(step)
  }
  return (
    <Box component="li" sx={itemStyle(place)}>
      {place && (
        <IconButton
          size="small"
          className="handle"
          aria-label={t('drag_column', { label })}
          onPointerDown={place.onPointerDown}
          onKeyDown={onKeyDown}
          title={t('arrows_of_column')}
        >
          <DragIndicatorIcon fontSize="small" />
        </IconButton>
      )}
      <FormControlLabel
        sx={{ flex: 1, m: 0, overflowWrap: 'anywhere' }}
        label={label}
        slotProps={{ typography: { variant: 'body2' } }}
        control={<Checkbox size="small" checked={isShown} onChange={onToggle} />}
      />
      {place && (
        <>
          {/* Not disabled at the ends: there the focus would be lost. */}
          <IconButton
            size="small"
            className="mover"
            aria-label={t('move_up', { label })}
            aria-disabled={place.isFirst}
            onClick={place.up}
          >
            <ArrowUpwardIcon fontSize="inherit" />
          </IconButton>
          <IconButton
            size="small"
            className="mover"
            aria-label={t('move_down', { label })}
            aria-disabled={place.isLast}
            onClick={place.down}
          >
            <ArrowDownwardIcon fontSize="inherit" />
          </IconButton>
        </>
      )}
    </Box>
  )
}

/** How much an arrow to the side makes a column wider, in pixels: the one that points to the end of the line. */
function widening({ key, currentTarget }: KeyboardEvent): number {
  const isRight = key === 'ArrowRight'
  if (!isRight && key !== 'ArrowLeft') return 0
  return (getComputedStyle(currentTarget).direction === 'rtl') === isRight ? -16 : 16
}

const itemStyle = (place: Place | undefined): SxProps<Theme> => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  minHeight: { xs: 44, sm: 36 },
  borderRadius: 1,
  opacity: place?.isHeld ? 0.4 : 1,
  '&:hover': { bgcolor: 'action.hover' },
  '& .handle': { cursor: place?.isHeld ? 'grabbing' : 'grab', touchAction: 'none' },
  '& .mover[aria-disabled=true]': { color: 'text.disabled', cursor: 'default' },
  // Where a pointer can hover, the buttons need not stand there all the time.
  '@media (hover: hover)': { '&:not(:hover, :focus-within) .mover': { opacity: 0 } },
  ...(place?.target && {
    '&::after': {
      content: '""',
      position: 'absolute',
      insetInline: 0,
      [place.target === 'before' ? 'insetBlockStart' : 'insetBlockEnd']: -1,
      height: 2,
      bgcolor: 'primary.main',
    },
  }),
})
