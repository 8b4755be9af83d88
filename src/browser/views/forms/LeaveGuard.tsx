import Button from '@mui/material/Button'
import { useEffect, type RefObject } from 'react'
import { useBlocker } from 'react-router-dom'

import { TitledDialog } from '../../ui/TitledDialog.tsx'
import { hasUnsaved, useUnsaved } from '../../ui/unsaved.ts'
import { useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/records.json'

interface GuardProps {
  /** Something was typed that is not saved. */
  isDirty: boolean
  /** Set once the form is saved: what goes away from it then is no loss. */
  isSaved: RefObject<boolean>
}

/** Asks before what was typed is lost: by a link, the back button, a closed drawer, a reload. */
export function LeaveGuard({ isDirty, isSaved }: GuardProps) {
  const t = useT(english)
  // An address below the same path is a filter of the list behind the drawer.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isSaved.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useWarningOfBrowser(isDirty)
  useUnsaved(isDirty)
  if (blocker.state !== 'blocked') return null
  const stay = () => blocker.reset()
  return (
    <TitledDialog
      fullWidth={false}
      maxWidth="sm"
      title={t('leave')}
      text={t('leave_text')}
      onClose={stay}
      actions={
        <>
          <Button color="error" onClick={() => blocker.proceed()}>
            {t('leave_anyway')}
          </Button>
          <Button variant="contained" autoFocus onClick={stay}>
            {t('leave_not')}
          </Button>
        </>
      }
    />
  )
}

/** Before a reload or the end of the tab only the browser may ask, in its own words. */
function useWarningOfBrowser(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}
