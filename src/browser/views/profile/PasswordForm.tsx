import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useState, type ReactNode } from 'react'
import { useNotify } from 'react-admin'

import { useUnsaved } from '../../ui/unsaved.ts'
import { useSubmit } from '../../ui/useSubmit.ts'
import { session } from '../../client/session/session.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useMessage, useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/en/profile.json'

interface PasswordProps extends Pick<CredentialsProps, 'children'> {
  /** The first field has the focus from the start. */
  autoFocus?: boolean
  onDone: () => void
}

/** A new password for oneself, with the server's words under the fields. */
export function PasswordForm({ autoFocus = false, onDone, children }: PasswordProps) {
  const t = useT(english)
  const notify = useNotify()
  const provider = useProvider()
  const send = async (values: Record<string, string>) => {
    await provider.call('PUT', '/profile/password', values)
    const known = session.read()
    if (known) session.write({ ...known, must_change_password: false })
    notify(t('password_changed'), { type: 'success' })
    onDone()
  }
  const inputs: TextFieldProps[] = [
    { ...currentPassword, label: t('current_password'), autoFocus },
    {
      name: 'new_password',
      type: 'password',
      autoComplete: 'new-password',
      label: t('new_password'),
      helperText: t('password_length'),
    },
  ]
  return <CredentialsForm {...{ inputs, send, children }} />
}

export const currentPassword = {
  name: 'current_password',
  type: 'password',
  autoComplete: 'current-password',
}

interface CredentialsProps {
  /** Each with its `name`, under which the server says what is wrong with it. */
  inputs: readonly TextFieldProps[]
  send(values: Record<string, string>): Promise<void>
  /** The buttons below the fields. */
  children: (isBusy: boolean) => ReactNode
}

/** What one signs in with, sent as it is typed: it is never held in a form's state. */
export function CredentialsForm({ inputs, send, children }: CredentialsProps) {
  const messageText = useMessage()
  const { errors, problem, isBusy, submit } = useSubmit(send)
  const [isTyped, setTyped] = useState(false)
  useUnsaved(isTyped)
  return (
    <form
      noValidate
      onInput={({ currentTarget }) =>
        setTyped([...new FormData(currentTarget).values()].some(Boolean))
      }
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      <Box sx={{ display: 'grid', gap: 1, pt: 1 }}>
        {problem && <Alert severity="error">{messageText(problem)}</Alert>}
        {inputs.map(({ name = '', helperText = ' ', ...input }) => (
          <TextField
            key={name}
            {...{ ...input, name }}
            margin="none"
            error={name in errors}
            helperText={errors[name] ?? helperText}
          />
        ))}
      </Box>
      {children(isBusy)}
    </form>
  )
}
