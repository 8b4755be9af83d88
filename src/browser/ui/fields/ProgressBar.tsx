import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'

import { percentText } from '../../client/i18n/formats.ts'
import { useText } from '../../client/i18n/texts.ts'

export function ProgressBar({ percent, label }: { percent: number; label?: string }) {
  const say = useText()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 120 }}>
      <LinearProgress
        aria-label={label ?? say('progress', 'Progress')}
        variant="determinate"
        value={Math.min(100, Math.max(0, percent))}
        sx={{ flex: 1, height: 6, borderRadius: 3 }}
      />
      <span>{percentText(percent)}</span>
    </Box>
  )
}
