import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'

import type { Http } from '../../client/http/http.ts'
import { useSubmit } from '../../ui/useSubmit.ts'
import { personOf, sessionOf, type Session } from '../../client/session/session.ts'
import { discardUnsaved } from '../../ui/unsaved.ts'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import { useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/frame.json'

interface SignInProps {
  http: Http
  /** Of the person whose work stands on the page. */
  session: Session
}

/** The sign-in over the page: the same person goes on where they were, for anybody else the page is loaded anew. */
export function SignInAgain({ http, session }: SignInProps) {
  const t = useT(english)
  const id = useId()
  const [email, setEmail] = useState(session.email)
  const isOther = email.trim().toLowerCase() !== session.email.toLowerCase()
  const { errors, problem, isBusy, submit } = useSignIn({ http, session })
  const leave = () => {
    discardUnsaved()
    http.abandon()
  }
  const input = { fullWidth: true, size: 'small', margin: 'none' } as const
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>{t('sign_in_again')}</DialogTitle>
      <DialogContent>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit(event.currentTarget)
          }}
        >
          <DialogContentText sx={{ mb: 2 }}>{t('sign_in_again_text')}</DialogContentText>
          <Box sx={{ display: 'grid', gap: 1 }}>
            {problem && <Alert severity="error">{problem}</Alert>}
            {isOther && (
              <Alert severity="warning">{t('sign_in_other', { name: session.name })}</Alert>
            )}
            <TextField
              {...input}
              name="email"
              type="email"
              label={t('email')}
              autoComplete="username"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
              error={'email' in errors}
              helperText={errors['email'] ?? ' '}
            />
            <TextField
              {...input}
              name="password"
              type="password"
              label={t('password')}
              autoComplete="current-password"
              autoFocus
              error={'password' in errors}
              helperText={errors['password'] ?? ' '}
            />
          </Box>
          <DialogActions sx={{ px: 0, pb: 0 }}>
            <Button color="error" onClick={leave}>
              {t('leave_page')}
            </Button>
            <SteadyButton type="submit" variant="contained" isOff={isBusy}>
              {t('sign_in')}
            </SteadyButton>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}

function useSignIn({ http, session }: SignInProps) {
  const queryClient = useQueryClient()
  return useSubmit(async (values) => {
    const next = sessionOf(await http.signInAgain(values))
    if (personOf(next) !== personOf(session)) discardUnsaved()
    http.resume(next)
    // What was refused meanwhile is asked for again.
    void queryClient.invalidateQueries()
  })
}
