import Typography from '@mui/material/Typography'

import { useText, type Say } from '../../client/i18n/texts.ts'

/** Why records were skipped, and how many for each reason. */
export function SkipCounts({ counts }: { counts: Readonly<Record<string, number>> }) {
  const say = useText()
  const lines = Object.entries(counts).map(([code, count]) => lineOf(say, code, count))
  if (lines.length === 0) return null
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
      {lines.join(' · ')}
    </Typography>
  )
}

function lineOf(say: Say, code: string, count: number): string {
  if (code === 'permission')
    return say('skipped_permission', '%{count} without permission', { count })
  if (code === 'changed') return say('skipped_changed', '%{count} changed meanwhile', { count })
  if (code === 'gone') return say('skipped_gone', '%{count} not there any more', { count })
  return say('skipped_invalid', '%{count} not valid', { count })
}
