import Box from '@mui/material/Box'

import { percentText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import { LinearBar } from '../states/LinearBar.tsx'

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
