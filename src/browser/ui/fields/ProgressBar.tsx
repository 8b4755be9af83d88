import Box from '@mui/material/Box'

import { percentText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'

export function ProgressBar({ percent, label }: { percent: number; label?: string }) {
  const t = useT()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 120 }}>
      <LinearBar
        label={label ?? t('progress')}
        percent={Math.min(100, Math.max(0, percent))}
        sx={{ flex: 1, height: 6, borderRadius: 3 }}
      />
      <span>{percentText(percent)}</span>
    </Box>
  )
}

interface BarProps {
  label: string
  /** 0 to 100; undefined while it is not known how much is done. */
  percent?: number
  sx: object
}

/** A bar of progress in the look of MUI's, whose code is heavier than the list it stands over. */
export function LinearBar({ label, percent, sx }: BarProps) {
  const done = percent === undefined ? {} : { 'aria-valuenow': Math.round(percent) }
  const moving = { width: '40%', animation: 'across 1.6s linear infinite' }
  return (
    <Box
      role="progressbar"
      aria-label={label}
      {...{ 'aria-valuemin': 0, 'aria-valuemax': 100, ...done }}
      sx={{
        position: 'relative',
        overflow: 'hidden',
        bgcolor: 'action.selected',
        '@keyframes across': {
          from: { insetInlineStart: '-40%' },
          to: { insetInlineStart: '100%' },
        },
        ...sx,
      }}
    >
      <Box
        sx={{
          position: 'absolute',
          insetBlock: 0,
          bgcolor: 'primary.main',
          ...(percent === undefined ? moving : { insetInlineStart: 0, width: `${percent}%` }),
        }}
      />
    </Box>
  )
}
