import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { useNotify } from 'react-admin'

import type { Http } from '../http.ts'
import { useSubmit } from '../login/useSubmit.ts'
import { session } from '../session.ts'
import { useText } from '../views/words.ts'

interface ChangePasswordProps {
  http: Http
  /** Without it the dialog stays until the password is changed. */
  onClose?: () => void
}

/** A new password for oneself (product.md 11.9). */
export function ChangePassword({ http, onClose }: ChangePasswordProps) {
  const say = useText()
  const titleId = useId()
  const notify = useNotify()
  const { errors, problem, isBusy, submit } = useSubmit(async (values) => {
    await http.json('/profile/password', { method: 'PUT', body: values })
    const known = session.read()
    if (known) session.write({ ...known, must_change_password: false })
    notify(say('password_changed', 'Password successfully updated'), { type: 'success' })
    onClose?.()
  })
  const input = (name: string, label: string, autoComplete: string) => (
    <TextField
      {...{ name, label, autoComplete }}
      autoFocus={name === 'current_password'}
      type="password"
      error={name in errors}
      helperText={errors[name] ?? ' '}
    />
  )
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} {...(onClose && { onClose })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
      >
        <DialogTitle id={titleId}>{say('change_password', 'Change password')}</DialogTitle>
        <DialogContent>
          {!onClose && (
            <Alert severity="info" sx={{ mb: 2 }}>
              {say('password_first', 'Choose a password of your own before you go on.')}
            </Alert>
          )}
          {problem && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {problem}
            </Alert>
          )}
          {input(
            'current_password',
            say('current_password', 'Current password'),
            'current-password',
          )}
          {input('new_password', say('new_password', 'New password'), 'new-password')}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          {onClose && <Button onClick={onClose}>{say('cancel', 'Cancel')}</Button>}
          <Button type="submit" variant="contained" disabled={isBusy}>
            {say('change_password', 'Change password')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
