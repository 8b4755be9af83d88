import Button from '@mui/material/Button'
import { Link, useLocation } from 'react-router-dom'

import type { Rule } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/en/permissions.json'
import { type atHome, Message } from './messagePages.tsx'
import { MissingPermissions } from './MissingPermissions.tsx'

interface NoPermissionProps {
  /** The rules that keep the user out; without them no single page is meant. */
  rules?: readonly Rule[]
  hasHome?: boolean
}

/** Stands in the place of a page that the user may not see, and says what would open it. */
export function NoPermission({ rules, hasHome = true }: NoPermissionProps) {
  const t = useT(english)
  const isHome = (useLocation().state as typeof atHome | null)?.isHome
  return (
    <Message title={t('no_permission')} text={t('no_permission_text')}>
      {rules && <MissingPermissions rules={rules} />}
      {hasHome && !isHome && (
        <Button variant="contained" component={Link} to="/">
          {t('to_start')}
        </Button>
      )}
    </Message>
  )
}
