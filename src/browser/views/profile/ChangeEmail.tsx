import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useNotify } from 'react-admin'

import { useSubmit } from '../../ui/useSubmit.ts'
import { merged } from '../../client/session/profileRefresh.ts'
import { session, type Profile } from '../../client/session/session.ts'
import { useProvider } from '../../client/records/provider.ts'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import { useT } from '../../client/i18n/texts.ts'
import { sessionsKey } from './SignIns.tsx'
import english from '../../../texts/profile.json'

/** Changes the address one signs in with, which needs the current password. */
export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const t = useT(english)
  const id = useId()
  const { errors, problem, isBusy, submit } = useChange(onClose)
  const input = (name: string, label: string, more: object) => (
    <TextField
      {...{ name, label, ...more }}
      fullWidth
      size="small"
      margin="none"
      error={name in errors}
      helperText={errors[name] ?? ' '}
    />
  )
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{t('change_email')}</DialogTitle>
      <DialogContent>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit(event.currentTarget)
          }}
        >
          <Box sx={{ display: 'grid', gap: 1, pt: 1 }}>
            {problem && <Alert severity="error">{problem}</Alert>}
            {input('email', t('new_email'), {
              type: 'email',
              autoComplete: 'email',
              autoFocus: true,
            })}
            {input('current_password', t('current_password'), {
              type: 'password',
              autoComplete: 'current-password',
            })}
          </Box>
          <DialogActions sx={{ px: 0, pb: 0 }}>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <SteadyButton type="submit" variant="contained" isOff={isBusy}>
              {t('save')}
            </SteadyButton>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}

function useChange(onDone: () => void) {
  const t = useT(english)
  const notify = useNotify()
  const provider = useProvider()
  const queryClient = useQueryClient()
  return useSubmit(async (values) => {
    const { data } = await provider.call<Partial<Profile>>('PUT', '/profile/email', values)
    const known = session.read()
    if (known) session.write({ ...known, ...merged(known, data) })
    void queryClient.invalidateQueries({ queryKey: sessionsKey })
    notify(t('email_changed'), { type: 'success' })
    onDone()
  })
}
