import { firstMsg } from '../../../texts/firstMsg.ts'
import { lazy, Suspense, useRef } from 'react'
import { signIn, type DemoAccount } from '../../client/session/signIn.ts'
import { useSubmit } from '../../ui/useSubmit.ts'
import { FormFrame, Field, PasswordField } from './loginFields.tsx'

/** Only a trial has them. */
const DemoAccounts = lazy(async () => ({
  default: (await import('../DemoAccounts.tsx')).DemoAccounts,
}))

interface LoginFormProps {
  demoAccounts: readonly DemoAccount[]
  onSignedIn: () => void
}

export function LoginForm({ demoAccounts, onSignedIn }: LoginFormProps) {
  const fields = useRef<HTMLDivElement>(null)
  const { errors, ...state } = useSubmit((values) => signIn(values).then(onSignedIn))
  const fillIn = ({ email, password }: DemoAccount) => {
    for (const [name, value] of Object.entries({ email, password })) {
      const input = fields.current?.querySelector<HTMLInputElement>(`[name=${name}]`)
      if (input) input.value = value
    }
    fields.current?.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }
  return (
    <FormFrame
      title={firstMsg('sign_in', 'Sign in')}
      button={firstMsg('sign_in', 'Sign in')}
      busy={firstMsg('signing_in', 'Signing in …')}
      {...state}
    >
      <div ref={fields}>
        <Field
          name="email"
          type="email"
          label={firstMsg('e_mail', 'E-mail')}
          autoComplete="username"
          autoFocus
          error={errors['email']}
        />
        <PasswordField
          name="password"
          label={firstMsg('password', 'Password')}
          autoComplete="current-password"
          error={errors['password']}
        />
      </div>
      {demoAccounts.length > 0 && (
        <Suspense>
          <DemoAccounts accounts={demoAccounts} onChoose={fillIn} />
        </Suspense>
      )}
    </FormFrame>
  )
}
