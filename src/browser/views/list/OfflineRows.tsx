import Typography from '@mui/material/Typography'

import { useText } from '../../client/i18n/texts.ts'

/** In the place of rows that cannot be asked for: those of another page would stand under wrong numbers. */
export function OfflineRows() {
  const say = useText()
  return (
    <Typography role="status" color="text.secondary" sx={{ px: 3, py: 6, textAlign: 'center' }}>
      {say('rows_when_online', 'These rows appear as soon as the connection is back.')}
    </Typography>
  )
}
