import Alert from '@mui/material/Alert'

import { useT } from '#browser'

/** In the place of the matrix of a role that holds everything. */
export function FullRole() {
  const t = useT()
  return (
    <Alert severity="info" role="note">
      {t('role_is_full')}
    </Alert>
  )
}
