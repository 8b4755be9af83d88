import {
  Suspense,
  use,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { Form, FormDataConsumer } from 'react-admin'
import { useFormContext, type UseFormReturn } from 'react-hook-form'

import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { useRevealed } from '../reveal/revealed.tsx'
import { useParts } from '../slots.ts'
import type { Views } from '../resourceViews.ts'
import { useNames } from '../../client/i18n/texts.ts'
import { KeepUnsaved } from '../../ui/unsaved.ts'
import { DraftNotice, forgetDraft, StoreDraft, useDraftPlace, useStoredDraft } from './draft.tsx'
import { ErrorSummary } from './errors/ErrorSummary.tsx'
import { ProblemAlert } from './errors/ProblemAlert.tsx'
import { useFirstFocus } from './errors/fieldFocus.ts'
import { FormFields } from './fields/FormFields.tsx'
import { BesideFormContext } from './besideForm.ts'
import { FormTabs } from './FormTabs.tsx'
import { isChanged, type Typed } from './values/formValues.ts'
import { useOnce, useSend } from './useSend.tsx'
import { PresetInputs } from './PresetInputs.tsx'
import { FormButtons } from './FormButtons.tsx'
import { RevealedInputs } from './RevealedInputs.tsx'
import { useFormFields } from './useFormFields.ts'

interface FormProps {
  resource: Resource
  views?: Views<Resource>
  /** What the inputs were filled with: the record when the form was opened, or brought together with another's changes. */
  record?: Row
  /** What a new record begins with beyond the declared defaults. */
  defaults?: Readonly<Record<string, unknown>>
  /** Sends the values, over the record that they were made on. Rejects with react-admin's HttpError. */
  save(values: Record<string, unknown>, record: Row | undefined): Promise<void>
  /** Called when the values are saved. */
  onSaved(): void
  onCancel(): void
  /** Called instead of `onSaved` where the person wants to add another. */
  onAnother?(): void
  /** Called with the record as another has changed it, once it is brought together with what was typed. */
  onMerged?(record: Row): void
  /** Stands above the fields. */
  notice?: ReactNode
}

/** Checks what was typed, sends it, and puts the server's refusals under their fields. */
export function RecordForm(props: FormProps) {
  const { resource, views, record: masked, onSaved, onCancel, onAnother } = props
  const { record, sections, fields, before, overOf } = useFormFields(props)
  const revealed = useRevealed()
  const parts = useParts('formSection', resource, views)
  const labelOf = useNames(resource).field
  const body = useRef<HTMLDivElement>(null)
  const form = useRef<UseFormReturn>(null)
  const isSaved = useRef(false)
  const isAnother = useRef(false)
  const place = useDraftPlace(resource, record)
  const draft = useStoredDraft(place, fields, before)
  const [first] = useState({ ...before, ...draft })
  const names = fields.map(({ name }) => name)
  const { send, problem, inTheWay, dialog } = useSend({ ...props, form, names, overOf })
  const submit = async (typed: Typed) => {
    const refused = await send(typed, { fields, record, before })
    const goOn = isAnother.current ? onAnother : undefined
    isAnother.current = false
    if (refused) return refused
    isSaved.current = true
    forgetDraft()
    if (masked) revealed.forget(masked.id)
    if (goOn) showTop(body.current)
    return (goOn ?? onSaved)()
  }
  const submitOnce = useOnce(submit, masked)
  const Inputs = resource.formTabs ? FormTabs : FormFields
  const isBeside = use(BesideFormContext)?.open !== undefined
  useFirstFocus(body)
  return (
    <>
      <Form record={first} onSubmit={submitOnce} noValidate disableInvalidFormNotification>
        <FormHandle ref={form} />
        <div ref={body} onKeyDown={sendByKeys}>
          {props.notice}
          {draft && <DraftNotice onDiscard={() => form.current?.reset(before)} />}
          {problem && <ProblemAlert problem={problem} />}
          <ErrorSummary {...{ names, labelOf, body, inTheWay }} />
          <Inputs {...{ resource, views, sections, record, masked }} />
          <div hidden={isBeside}>
            {parts.map((Part, at) => (
              <Suspense key={at}>
                <Part {...{ resource, record }} />
              </Suspense>
            ))}
          </div>
        </div>
        <RevealedInputs before={before} />
        {!record && <PresetInputs {...{ resource, fields }} />}
        <FormButtons
          isHidden={isBeside}
          onCancel={onCancel}
          onAnother={onAnother && (() => void (isAnother.current = true))}
        />
        <FormDataConsumer>
          {({ formData }: { formData: Typed }) => (
            <>
              <KeepUnsaved isUnsaved={isChanged(names, formData, before)} isSaved={isSaved} />
              <StoreDraft {...{ place, fields, before, isSaved }} typed={formData} />
            </>
          )}
        </FormDataConsumer>
      </Form>
      {dialog}
    </>
  )
}

/** Gives what stands around a form a hold on its inputs. */
function FormHandle({ ref }: { ref: Ref<UseFormReturn> }) {
  const handle = useFormContext()
  useImperativeHandle(ref, () => handle, [handle])
  return null
}

/** Shows the beginning of the drawer in which a form stands, or of the page. */
function showTop(body: HTMLElement | null): void {
  const frame = body?.closest('[role=dialog]') ?? document.documentElement
  frame.scrollTop = 0
}

/** Ctrl+Enter, on a Mac ⌘+Enter, saves from within any field. */
function sendByKeys({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.closest('form')?.requestSubmit()
}
