import { Children, type ReactNode } from 'react'

import type { FirstPageText } from '../../../texts/firstPage.ts'
import { unavailable } from '../../client/http/http.ts'
import type { Submit } from '../../ui/useSubmit.ts'
import { told } from './loginTexts.ts'

interface FormFrameProps extends Omit<Submit, 'errors'> {
  title: FirstPageText
  intro?: FirstPageText
  button: FirstPageText
  busy: FirstPageText
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
