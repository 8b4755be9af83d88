import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Http } from '../../client/http/http.ts'
import { useT } from '../../client/i18n/texts.ts'
import { personOf, sessionOf, type Session } from '../../client/session/session.ts'
import { useUser } from '../../client/session/user.ts'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import { TitledDialog } from '../../ui/TitledDialog.tsx'
import { discardUnsaved } from '../../ui/unsaved.ts'
import { useSubmit } from '../../ui/useSubmit.ts'
import { PasswordForm } from '../../views/profile/PasswordForm.tsx'
import english from '../../../texts/en/frame.json'
import { FormDialog, type Errors, Input } from './FormDialog.tsx'

interface ConfirmPasswordProps {
  http: Http
  onAnswer: (isConfirmed: boolean) => void
}

/** Asks for the own password before a sensitive action. */
export function ConfirmPassword({ http, onAnswer }: ConfirmPasswordProps) {
  const t = useT(english)
  const { email } = useUser()
  const cancel = () => onAnswer(false)
  const { errors, ...state } = useSubmit(async ({ password }) => {
    await http.json('/profile/confirm', { method: 'POST', body: { password } })
    onAnswer(true)
  })
  return (
    <FormDialog
      {...state}
      title={t('confirm_password')}
      text={t('confirm_password_text')}
      button={t('go_on')}
      onClose={cancel}
      other={<Button onClick={cancel}>{t('cancel')}</Button>}
    >
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Password errors={errors} autoFocus />
    </FormDialog>
  )
}

interface SignInProps {
  http: Http
  /** Of the person whose work stands on the page. */
  session: Session
}

/**
 * The sign-in in the place of the page: the same person goes on where they were, for anybody else it is loaded anew. It does not
 * say who that is: others may stand before the machine.
 */
export function SignInAgain({ http, session }: SignInProps) {
  const t = useT(english)
  const queryClient = useQueryClient()
  const { errors, ...state } = useSubmit(async (values) => {
    const next = sessionOf(await http.signInAgain(values))
    if (personOf(next) !== personOf(session)) discardUnsaved()
    http.resume(next)
  })
  // What was refused meanwhile is asked for again, wherever the sign-in was.
  useEffect(() => () => void queryClient.invalidateQueries(), [queryClient])
  useDocumentTitle(t('sign_in_again'))
  const leave = () => {
    discardUnsaved()
    http.abandon()
  }
  return (
    <FormDialog
      {...state}
      hidesPage
      title={t('sign_in_again')}
      text={t('sign_in_again_text')}
      button={t('sign_in')}
      other={
        <Button color="error" onClick={leave}>
          {t('leave_page')}
        </Button>
      }
    >
      <Input
        name="email"
        type="email"
        label={t('email')}
        autoComplete="username"
        autoFocus
        errors={errors}
      />
      <Password errors={errors} />
    </FormDialog>
  )
}

/** In the place of the page's own title, which may name a record. */
function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => void (document.title = before)
  }, [title])
}

function Password(props: Errors & { autoFocus?: boolean }) {
  const t = useT(english)
  const autoComplete = 'current-password'
  return (
    <Input {...{ ...props, autoComplete }} name="password" type="password" label={t('password')} />
  )
}

interface ChangePasswordProps {
  /** Without it the dialog stays until the password is changed. */
  onClose?: () => void
}

/** A new password for those who must choose one, and for those who have no profile page. */
export function ChangePassword({ onClose }: ChangePasswordProps) {
  const t = useT(english)
  const title = t('change_password')
  return (
    <TitledDialog title={title} {...(onClose && { onClose })}>
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
    </TitledDialog>
  )
}
