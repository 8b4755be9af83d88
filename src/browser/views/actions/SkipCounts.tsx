import Typography from '@mui/material/Typography'

import { useT, type Translate } from '../../client/i18n/texts.ts'
import english from '../../../texts/actions.json'

/** Why records were skipped, and how many for each reason. */
export function SkipCounts({ counts }: { counts: Readonly<Record<string, number>> }) {
  const t = useT(english)
  const lines = Object.entries(counts).map(([code, count]) => lineOf(t, code, count))
  if (lines.length === 0) return null
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
      {lines.join(' · ')}
    </Typography>
  )
}

function lineOf(t: Translate<typeof english>, code: string, count: number): string {
  if (code === 'permission') return t('skipped_permission', { count })
  if (code === 'changed') return t('skipped_changed', { count })
  if (code === 'gone') return t('skipped_gone', { count })
  return t('skipped_invalid', { count })
}
