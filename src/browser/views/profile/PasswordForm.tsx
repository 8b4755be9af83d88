import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { useNotify } from 'react-admin'

import { useSubmit } from '../../ui/useSubmit.ts'
import { session } from '../../client/session/session.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/profile.json'

interface FormProps {
  /** The first field has the focus from the start. */
  autoFocus?: boolean
  onDone: () => void
  /** The buttons below the fields. */
  children: (isBusy: boolean) => ReactNode
}

/** A new password for oneself, with the server's words under the fields (product.md 11.9). */
export function PasswordForm({ autoFocus = false, onDone, children }: FormProps) {
  const t = useT(english)
  const { errors, problem, isBusy, submit } = useChange(onDone)
  const input = (name: string, label: string, autoComplete: string, help = ' ') => (
    <TextField
      {...{ name, label, autoComplete }}
      fullWidth
      size="small"
      margin="none"
      autoFocus={autoFocus && name === 'current_password'}
      type="password"
      error={name in errors}
      helperText={errors[name] ?? help}
    />
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      <Box sx={{ display: 'grid', gap: 1, pt: 1 }}>
        {problem && <Alert severity="error">{problem}</Alert>}
        {input('current_password', t('current_password'), 'current-password')}
        {input('new_password', t('new_password'), 'new-password', t('password_length'))}
      </Box>
      {children(isBusy)}
    </form>
  )
}

function useChange(onDone: () => void) {
  const t = useT(english)
  const notify = useNotify()
  const provider = useProvider()
  return useSubmit(async (values) => {
    await provider.call('PUT', '/profile/password', values)
    const known = session.read()
    if (known) session.write({ ...known, must_change_password: false })
    notify(t('password_changed'), { type: 'success' })
    onDone()
  })
}
