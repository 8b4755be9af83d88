import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react'

import type { FirstPageText } from '../../../texts/firstPage.ts'
import { told } from './loginTexts.ts'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: FirstPageText
  error: string | undefined
  help?: FirstPageText
  /** Stands inside the input, at its end. */
  children?: ReactNode
}

/** A labelled input with its first error below. */
export function Field({ label, error, help, children, ...input }: FieldProps) {
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
export function PasswordField(props: Omit<FieldProps, 'type' | 'children'>) {
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
