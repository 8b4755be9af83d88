import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'react-admin'

import { useProvider } from '../../client/records/provider.ts'
import { merged } from '../../client/session/profileRefresh.ts'
import { session, type Profile } from '../../client/session/session.ts'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import { TitledDialog } from '../../ui/TitledDialog.tsx'
import { useT } from '../../client/i18n/texts.ts'
import { CredentialsForm, currentPassword } from './PasswordForm.tsx'
import { sessionsKey } from './SignIns.tsx'
import english from '../../../texts/en/profile.json'

/** Changes the address one signs in with, which needs the current password. */
export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const t = useT(english)
  const notify = useNotify()
  const provider = useProvider()
  const queryClient = useQueryClient()
  const send = async (values: Record<string, string>) => {
    const { data } = await provider.call<Partial<Profile>>('PUT', '/profile/email', values)
    const known = session.read()
    if (known) session.write({ ...known, ...merged(known, data) })
    void queryClient.invalidateQueries({ queryKey: sessionsKey })
    notify(t('email_changed'), { type: 'success' })
    onClose()
  }
  const email = { name: 'email', type: 'email', autoComplete: 'email', autoFocus: true }
  const inputs = [
    { ...email, label: t('new_email') },
    { ...currentPassword, label: t('current_password') },
  ]
  return (
    <TitledDialog title={t('change_email')} onClose={onClose}>
      <CredentialsForm {...{ inputs, send }}>
        {(isBusy) => (
          <DialogActions sx={{ px: 0, pb: 0 }}>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <SteadyButton type="submit" variant="contained" isOff={isBusy}>
              {t('save')}
            </SteadyButton>
          </DialogActions>
        )}
      </CredentialsForm>
    </TitledDialog>
  )
}
