import Button from '@mui/material/Button'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'

import type { Rule } from '#schema'

import { useT } from '../../client/i18n/texts.ts'
import { Message } from './Message.tsx'

const Missing = lazy(async () => ({
  default: (await import('./MissingPermissions.tsx')).MissingPermissions,
}))

interface NoPermissionProps {
  /** The rules that keep the user out; without them no single page is meant. */
  rules?: readonly Rule[]
  hasHome?: boolean
}

/** The state of a place to which `/` has led: a button to the start page would lead nowhere else. */
export const atHome = { isHome: true } as const

/** Stands in the place of a page that the user may not see (specification 2), and says what would open it. */
export function NoPermission({ rules, hasHome = true }: NoPermissionProps) {
  const t = useT()
  const isHome = (useLocation().state as typeof atHome | null)?.isHome
  return (
    <Message title={t('no_permission')} text={t('no_permission_text')}>
      {rules && (
        <Suspense fallback={null}>
          <Missing rules={rules} />
        </Suspense>
      )}
      {hasHome && !isHome && (
        <Button variant="contained" component={Link} to="/">
          {t('to_start')}
        </Button>
      )}
    </Message>
  )
}
