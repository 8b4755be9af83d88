import Alert from '@mui/material/Alert'

import { useT } from '#browser'

import english from '../../../texts/en/permissions.json'

/** In the place of the matrix of a role that holds everything. */
export function FullRole() {
  const t = useT(english)
  return (
    <Alert severity="info" role="note">
      {t('role_is_full')}
    </Alert>
  )
}
