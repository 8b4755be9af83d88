import { useState } from 'react'

import { HttpFailure } from '../client/http/httpFailure.ts'

export interface Submit {
  /** The first message by field. */
  readonly errors: Readonly<Record<string, string>>
  /** What went wrong with the whole form. */
  readonly problem: string | undefined
  readonly isBusy: boolean
  submit(form: HTMLFormElement): Promise<void>
}

/** Sends a form's values. The form stays busy after a success: what follows takes its place. */
export function useSubmit(send: (values: Record<string, string>) => Promise<void>): Submit {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function submit(form: HTMLFormElement) {
    setBusy(true)
    setProblem(undefined)
    setErrors({})
    try {
      await send(valuesOf(form))
    } catch (error) {
      const found = error instanceof HttpFailure ? (error.body.errors ?? {}) : {}
      const known = Object.keys(found).filter((name) => form.elements.namedItem(name))
      setErrors(found)
      setProblem(known.length > 0 ? undefined : messageOf(error))
      setBusy(false)
      // The button has lost the focus while it was disabled.
      setTimeout(() => focus(form, known[0]))
    }
  }
  return { errors, problem, isBusy, submit }
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  )
}

function focus(form: HTMLFormElement, name: string | undefined): void {
  const wanted = name ? `[name="${name}"]` : '[type=submit]'
  form.querySelector<HTMLElement>(wanted)?.focus()
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
