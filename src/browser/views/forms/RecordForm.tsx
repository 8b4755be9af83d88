import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { Form, FormDataConsumer } from 'react-admin'

import type { Resource } from '#schema'

import type { Row } from '../../fields/display.ts'
import { useOpened, useRevealed } from '../../reveal/revealed.ts'
import { useUser } from '../../session.ts'
import type { Views } from '../../views.ts'
import { problemOf, type Problem } from '../problem.ts'
import { useNames } from '../words.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { focusFirstField } from './focusField.ts'
import { FormButtons, ProblemAlert, StaleAlert } from './FormButtons.tsx'
import { FormFields } from './FormFields.tsx'
import { formSections } from './layout.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { RevealedInputs } from './RevealedInputs.tsx'
import { isChanged, readForm, typedOf, type Typed } from './values.ts'

interface FormProps {
  resource: Resource
  views?: Views<Resource>
  /** The record as it was when the form was opened; undefined for a new one. */
  record?: Row
  /** What a new record begins with beyond the declared defaults. */
  defaults?: Readonly<Record<string, unknown>>
  /** Sends the values. Rejects with react-admin's HttpError. */
  save(values: Record<string, unknown>): Promise<void>
  /** Called when the values are saved. */
  onSaved(): void
  onCancel(): void
  /** Somebody else has changed the record since. */
  isStale?: boolean
  /** Begins again with the record as it is now. */
  onReload?(): void
}

/** Checks what was typed, sends it, and puts the server's refusals under their fields. */
export function RecordForm(props: FormProps) {
  const { resource, views, record: masked, defaults, save, onSaved } = props
  const { isStale, onCancel, onReload } = props
  const record = useOpened(masked)
  const revealed = useRevealed()
  const user = useUser()
  const labelOf = useNames(resource).field
  const body = useRef<HTMLDivElement>(null)
  const isSaved = useRef(false)
  const fixed = useFixed(views, record)
  const sections = useMemo(
    () => formSections(resource, user, record, fixed),
    [resource, user, record, fixed],
  )
  const fields = useMemo(
    () => sections.flatMap((one) => one.fields).filter(({ isWritable }) => isWritable),
    [sections],
  )
  const before = useMemo(() => typedOf(fields, record, defaults), [fields, record, defaults])
  const [first] = useState(before)
  const names = fields.map(({ name }) => name)
  const { problem, attempt } = useAttempt(names, save)
  const send = async (typed: Typed) => {
    const { values, errors } = readForm(fields, user, typed, record && before)
    const refused = Object.keys(errors).length > 0 ? errors : await attempt(values)
    if (refused) return refused
    isSaved.current = true
    if (masked) revealed.forget(masked.id)
    return onSaved()
  }
  const submit = useOnce(send, masked)
  useFirstFocus(body)
  return (
    <Form record={first} onSubmit={submit} noValidate disableInvalidFormNotification>
      <div ref={body}>
        {isStale && <StaleAlert onReload={onReload} />}
        {problem && !isStale && <ProblemAlert problem={problem} onReload={onReload} />}
        <ErrorSummary {...{ names, labelOf, body }} />
        <FormFields {...{ resource, views, sections, record, masked }} />
      </div>
      <RevealedInputs before={before} />
      <FormButtons onCancel={onCancel} />
      <FormDataConsumer>
        {({ formData }: { formData: Typed }) => (
          <LeaveGuard isDirty={isChanged(names, formData, before)} isSaved={isSaved} />
        )}
      </FormDataConsumer>
    </Form>
  )
}

/** The same object as long as nothing in it changes: what is typed must not be undone by a reason. */
function useFixed(views: Views<Resource> | undefined, record: Row | undefined) {
  const useOwn = views?.useFixed ?? nothing
  const fixed = useOwn(record as never)
  const text = JSON.stringify(record ? fixed : {})
  return useMemo((): Readonly<Record<string, string>> => JSON.parse(text), [text])
}

const nothing = () => ({})

/** Two quick presses of Enter are one sending. After a refusal, or with the record read anew, there may be another. */
function useOnce<Refused>(
  send: (typed: Typed) => Promise<Refused>,
  record: Row | undefined,
): typeof send {
  const underWay = useRef<{ record: Row | undefined; answer: Promise<Refused> }>(undefined)
  return (typed) => {
    if (underWay.current && underWay.current.record === record) return underWay.current.answer
    const answer = send(typed).then((refused) => {
      if (refused) underWay.current = undefined
      return refused
    })
    underWay.current = { record, answer }
    return answer
  }
}

/** Sends values once. Answers the refusals by field; what belongs to no field of the form becomes `problem`. */
function useAttempt(names: readonly string[], save: FormProps['save']) {
  const [problem, setProblem] = useState<Problem>()
  const attempt = async (values: Record<string, unknown>) => {
    setProblem(undefined)
    try {
      await save(values)
      return undefined
    } catch (error) {
      const refused = problemOf(error)
      const entries = Object.entries(refused.errors)
      const known = entries.filter(([name]) => names.includes(name))
      const others = entries.filter(([name]) => !names.includes(name))
      if (known.length === 0 || others.length > 0) {
        setProblem({ ...refused, errors: Object.fromEntries(others) })
      }
      // Some error must stand in the form, or react-admin takes it for saved.
      return known.length > 0 ? Object.fromEntries(known) : { root: refused.message }
    }
  }
  return { problem, attempt }
}

/** In a dialog the first input has the focus; a finger would only get the keyboard over the form. */
function useFirstFocus(body: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const dialog = body.current?.closest<HTMLElement>('[role=dialog]')
    const isTouched = window.matchMedia('(hover: none)').matches
    if (body.current && dialog && !isTouched) focusFirstField(body.current, dialog)
  }, [body])
}
