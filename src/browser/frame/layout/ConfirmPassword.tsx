import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId } from 'react'

import type { Http } from '../../client/http/http.ts'
import { useSubmit } from '../../ui/useSubmit.ts'
import { useUser } from '../../client/session/session.ts'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import { useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/frame.json'

interface ConfirmPasswordProps {
  http: Http
  onAnswer: (isConfirmed: boolean) => void
}

/** Asks for the own password before a sensitive act. */
export function ConfirmPassword({ http, onAnswer }: ConfirmPasswordProps) {
  const t = useT(english)
  const id = useId()
  const { email } = useUser()
  const { errors, problem, isBusy, submit } = useSubmit(async ({ password }) => {
    await http.json('/profile/confirm', { method: 'POST', body: { password } })
    onAnswer(true)
  })
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={() => onAnswer(false)}
    >
      <DialogTitle id={`${id}-title`}>{t('confirm_password')}</DialogTitle>
      <DialogContent>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit(event.currentTarget)
          }}
        >
          <DialogContentText id={`${id}-text`} sx={{ mb: 2 }}>
            {t('confirm_password_text')}
          </DialogContentText>
          {problem && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {problem}
            </Alert>
          )}
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <TextField
            name="password"
            type="password"
            label={t('password')}
            autoComplete="current-password"
            fullWidth
            size="small"
            margin="none"
            autoFocus
            error={'password' in errors}
            helperText={errors['password'] ?? ' '}
          />
          <DialogActions sx={{ px: 0, pb: 0 }}>
            <Button onClick={() => onAnswer(false)}>{t('cancel')}</Button>
            <SteadyButton type="submit" variant="contained" isOff={isBusy}>
              {t('go_on')}
            </SteadyButton>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}
