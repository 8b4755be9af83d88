import { readMessage } from '../../../schema/texts/message.ts'
import { firstMsg } from '../../../texts/firstMsg.ts'
import { Children, type ReactNode, useId, useState, type InputHTMLAttributes } from 'react'
import { type Submit } from '../../ui/useSubmit.ts'
import { unavailable } from '../../client/http/httpFailure.ts'
import { localeState } from '../../client/i18n/locale.ts'
import { store } from '../../client/storage/store.ts'

interface FormFrameProps extends Omit<Submit, 'errors'> {
  title: string
  intro?: string
  button: string
  busy: string
  /** The fields; anything after the first child stands below the button. */
  children: ReactNode
}

/** Heading, what went wrong, fields and the one button of a form. */
export function FormFrame(props: FormFrameProps) {
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
      <h1>{localizeMessage(title)}</h1>
      {intro && <p className="intro">{localizeMessage(intro)}</p>}
      <div role="alert">
        {problem && (
          // That the server cannot answer is said as everywhere; what it says stays to be read.
          <p className={problem === unavailable ? 'toast' : 'problem'}>
            {localizeMessage(problem)}
          </p>
        )}
      </div>
      {fields}
      <button type="submit" className="primary" disabled={isBusy}>
        {localizeMessage(isBusy ? busy : button)}
      </button>
      {more}
    </form>
  )
}

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  error: string | undefined
  help?: string
  /** Stands inside the input, at its end. */
  children?: ReactNode
}

/** A labelled input with its first error below. */
export function Field({ label, error, help, children, ...input }: FieldProps) {
  const id = useId()
  const note = error ?? help
  return (
    <div className="field">
      <label htmlFor={id}>{localizeMessage(label)}</label>
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
          {localizeMessage(note)}
        </p>
      )}
    </div>
  )
}

/** A password with a button that shows and hides it. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'children'>) {
  const [isShown, setShown] = useState(false)
  const toggle = isShown
    ? localizeMessage(firstMsg('hide_password', 'Hide password'))
    : localizeMessage(firstMsg('show_password', 'Show password'))
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

/** The language last chosen in this browser, and its texts once they are here. */
export function lastLanguage() {
  const locale = store.getItem<string>('locale')
  const { texts } = localeState.read()
  const known = texts && texts.locale === locale ? texts.messages : {}
  return { locale, known, direction: known['direction'] }
}

/** Returns a message in that language, and in English where it has none; any other text as it is. */
export function localizeMessage(text: string): string {
  const found = readMessage(text)
  if (!found) return text
  const { known } = lastLanguage()
  const { message, args } = found
  // The one message here with a placeholder.
  return (known[message] ?? args['_'] ?? '').replace('%{status}', args['status'] ?? '')
}
