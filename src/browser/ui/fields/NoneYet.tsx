import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'

import type { Resource } from '#schema'

import { createPath } from '../../client/addresses/addresses.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/en/lists.json'

/** Says below a required picker that there is nothing to pick yet, with a link to the form of the first one, beside this form. */
export function NoneYet({ resource }: { resource: Resource }) {
  const t = useT(english)
  const { one, many } = useNames(resource)
  return (
    <>
      {t('none_yet', { many: many.toLowerCase() })}{' '}
      <Link component={RouterLink} to={createPath(resource)} target="_blank">
        {t('new', { one: one.toLowerCase() })}
      </Link>
    </>
  )
}
