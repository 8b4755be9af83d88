import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'

import { PasswordForm } from '../../views/profile/PasswordForm.tsx'
import { useT } from '../../client/i18n/texts.ts'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import english from '../../../texts/frame.json'

interface ChangePasswordProps {
  /** Without it the dialog stays until the password is changed. */
  onClose?: () => void
}

/** A new password for those who must choose one, and for those who have no profile page. */
export function ChangePassword({ onClose }: ChangePasswordProps) {
  const t = useT(english)
  const titleId = useId()
  const title = t('change_password')
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} {...(onClose && { onClose })}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {!onClose && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {t('password_first')}
          </Alert>
        )}
        <PasswordForm autoFocus onDone={() => onClose?.()}>
          {(isBusy) => (
            <DialogActions sx={{ px: 0, pb: 0 }}>
              {onClose && <Button onClick={onClose}>{t('cancel')}</Button>}
              <SteadyButton type="submit" variant="contained" isOff={isBusy}>
                {title}
              </SteadyButton>
            </DialogActions>
          )}
        </PasswordForm>
      </DialogContent>
    </Dialog>
  )
}
