import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'

import type { Resource } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import { useUser } from '../../client/session/user.ts'
import { openPath } from '../rows/cells/cells.tsx'
import english from '../../../texts/en/actions.json'

/** Goes from the message to the record that was made. */
export function OpenLink({ resource, id }: { resource: Resource; id: number }) {
  const t = useT(english)
  const path = openPath(resource, useUser(), { id })
  if (path === undefined) return null
  return (
    <Button component={Link} to={path} color="inherit" size="small" sx={openStyle}>
      {t('open')}
    </Button>
  )
}

const openStyle = {
  marginInlineStart: 1,
  my: -0.5,
  minHeight: { xs: 44, sm: 0 },
  fontWeight: 700,
}
