import Typography from '@mui/material/Typography'

import { useT } from '../../client/i18n/texts.ts'

/** In the place of rows that cannot be asked for: those of another page would stand under wrong numbers. */
export function OfflineRows() {
  const t = useT()
  return (
    <Typography role="status" color="text.secondary" sx={{ px: 3, py: 6, textAlign: 'center' }}>
      {t('rows_when_online')}
    </Typography>
  )
}
