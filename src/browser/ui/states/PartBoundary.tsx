import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import type { ReactNode } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'

import { useT } from '../../client/i18n/texts.ts'
import { isMissingPart } from './messagePages.tsx'

interface MissingProps {
  error: unknown
  /** Of the element that names the dialog. */
  titleId: string | undefined
  onClose(): void
}

interface BoundaryProps extends Omit<MissingProps, 'error'> {
  children: ReactNode
}

/** Within a dialog: when files of it do not come, it says so, and the page behind stays with what was typed there. */
export function PartBoundary({ children, ...dialog }: BoundaryProps) {
  return <ErrorBoundary fallbackRender={missingIn(dialog)}>{children}</ErrorBoundary>
}

const missingIn =
  (dialog: Omit<MissingProps, 'error'>) =>
  ({ error }: FallbackProps) => <Missing error={error} {...dialog} />

function Missing({ error, titleId, onClose }: MissingProps) {
  const t = useT()
  if (!isMissingPart(error)) throw error
  return (
    <>
      <DialogTitle id={titleId}>{t('part_missing')}</DialogTitle>
      <DialogContent>
        <DialogContentText role="alert">{t('part_missing_text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
        <Button autoFocus variant="contained" onClick={() => window.location.reload()}>
          {t('load_again')}
        </Button>
      </DialogActions>
    </>
  )
}
