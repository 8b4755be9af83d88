import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import DragIndicatorIcon from '@mui/icons-material/DragIndicator'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import type { SxProps, Theme } from '@mui/material/styles'

import { useT } from '../../client/i18n/texts.ts'
import type { Place } from './useArranging.ts'
import english from '../../../texts/lists.json'

interface ItemProps {
  label: string
  isShown: boolean
  onToggle(): void
  /** Undefined while only some of the columns are shown, where there is nothing to arrange. */
  place: Place | undefined
}

/** One column of the choice: shown or not, and its place among the others. */
export function ColumnItem({ label, isShown, onToggle, place }: ItemProps) {
  const t = useT(english)
  return (
    <Box component="li" sx={itemStyle(place)}>
      {place && (
        <IconButton
          size="small"
          className="handle"
          aria-label={t('drag_column', { label })}
          onPointerDown={place.onPointerDown}
          onKeyDown={place.onKeyDown}
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
