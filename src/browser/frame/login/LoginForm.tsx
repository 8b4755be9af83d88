import { useRef, Children, type ReactNode, useId, useState, type InputHTMLAttributes } from 'react'

import { signIn, type DemoAccount, setUp } from '../../client/session/signIn.ts'
import { useSubmit, type Submit } from '../../ui/useSubmit.ts'
import type { FirstPageText } from '../../../texts/firstPage.ts'
import { unavailable } from '../../client/http/http.ts'
import { localeState } from '../../client/i18n/locale.ts'
import { store } from '../../client/storage/store.ts'

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
    <FormFrame title="Sign in" button="Sign in" busy="Signing in …" {...state}>
      <div ref={fields}>
        <Field
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
          autoFocus
          error={errors['email']}
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          error={errors['password']}
        />
      </div>
      {demoAccounts.length > 0 && <DemoAccounts accounts={demoAccounts} onChoose={fillIn} />}
    </FormFrame>
  )
}

interface DemoAccountsProps {
  accounts: readonly DemoAccount[]
  onChoose: (account: DemoAccount) => void
}

function DemoAccounts({ accounts, onChoose }: DemoAccountsProps) {
  return (
    <section className="demo" aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{told('Demo accounts')}</h2>
      <ul>
        {accounts.map((account) => (
          <li key={account.email}>
            <button type="button" onClick={() => onChoose(account)}>
              <strong>{account.name}</strong>
              <span>{account.email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Makes the first administrator, with the code that the server printed when it started. */
export function SetupForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { errors, ...state } = useSubmit((values) => setUp(values).then(onSignedIn))
  return (
    <FormFrame
      title="Set up Leadgate"
      intro="Nobody can sign in yet. Make the first administrator."
      button="Make administrator"
      busy="One moment …"
      {...state}
    >
      <div>
        <Field
          name="code"
          label="Set-up code"
          autoComplete="off"
          autoFocus
          help="The server printed it when it started."
          error={errors['code']}
        />
        <Field name="name" label="Name" autoComplete="name" error={errors['name']} />
        <Field
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
          error={errors['email']}
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          help="At least 12 characters"
          error={errors['password']}
        />
      </div>
    </FormFrame>
  )
}

interface FormFrameProps extends Omit<Submit, 'errors'> {
  title: FirstPageText
  intro?: FirstPageText
  button: FirstPageText
  busy: FirstPageText
  /** The fields; anything after the first child stands below the button. */
  children: ReactNode
}

/** Heading, what went wrong, fields and the one button of a form. */
function FormFrame(props: FormFrameProps) {
  const { title, intro, button, busy, problem, isBusy, submit, children } = props
  const [fields, ...more] = Children.toArray(children)
  return (
    <form
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit(event.currentTarget)
      }}
    >
      <h1>{told(title)}</h1>
      {intro && <p className="intro">{told(intro)}</p>}
      <div role="alert">
        {problem && (
          // That the server cannot answer is said as everywhere (specification 8); what it says stays to be read.
          <p className={problem === unavailable ? 'toast' : 'problem'}>{told(problem)}</p>
        )}
      </div>
      {fields}
      <button type="submit" className="primary" disabled={isBusy}>
        {told(isBusy ? busy : button)}
      </button>
      {more}
    </form>
  )
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: FirstPageText
  error: string | undefined
  help?: FirstPageText
  /** Stands inside the input, at its end. */
  children?: ReactNode
}

/** A labelled input with its first error below. */
function Field({ label, error, help, children, ...input }: FieldProps) {
  const id = useId()
  const note = error ?? help
  return (
    <div className="field">
      <label htmlFor={id}>{told(label)}</label>
      <div className="box">
        <input
          id={id}
          aria-invalid={error !== undefined}
          {...(note && { 'aria-describedby': `${id}-note` })}
          {...input}
        />
        {children}
      </div>
      {note && (
        <p id={`${id}-note`} className={error ? 'note error' : 'note'}>
          {told(note)}
        </p>
      )}
    </div>
  )
}

/** A password with a button that shows and hides it (specification 5). */
function PasswordField(props: Omit<FieldProps, 'type' | 'children'>) {
  const [isShown, setShown] = useState(false)
  const toggle = isShown ? told('Hide password') : told('Show password')
  return (
    <Field {...props} type={isShown ? 'text' : 'password'} autoCapitalize="off" spellCheck={false}>
      <button
        type="button"
        className="toggle"
        aria-label={toggle}
        title={toggle}
        onClick={() => setShown(!isShown)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
          <circle cx="12" cy="12" r="3" />
          {isShown && <path d="M4 4l16 16" />}
        </svg>
      </button>
    </Field>
  )
}

/** The language last chosen in this browser, once its texts are here. */
export const locale = store.getItem<string>('locale')
const { texts } = localeState.read()
const known = texts && texts.locale === locale ? texts.messages : {}

export const direction = known['direction']

/** Returns a text of the first page, or a message, in that language; the English one where there is no other. */
export const told = (english: string): string => known[`messages.${english}`] ?? english
