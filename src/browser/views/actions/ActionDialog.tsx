import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useRef, useState } from 'react'
import { Form, FormDataConsumer } from 'react-admin'

import { kindOf } from '#schema'

import type { Problem } from '../../client/http/problem.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { useUser } from '../../client/session/user.ts'
import { GuardedDialog } from '../../ui/GuardedDialog.tsx'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import { KeepUnsaved } from '../../ui/unsaved.ts'
import { ErrorFocus } from '../forms/errors/ErrorSummary.tsx'
import { ProblemAlert } from '../forms/errors/ProblemAlert.tsx'
import { useFirstFocus } from '../forms/errors/fieldFocus.ts'
import { FormFields } from '../forms/fields/FormFields.tsx'
import { isChanged, type Typed, typedOf } from '../forms/values/formValues.ts'
import { readForm, refusedTogether } from '../forms/values/readForm.ts'
import { JobProgress } from '../jobs/JobProgress.tsx'
import { useUndoing } from '../slots.ts'
import { type ActionRequest, colorOf, type Followed, isGrave, type Undoable } from './action.ts'
import { GoesAlong } from './GoesAlong.tsx'
import { Outlook, useOutlook } from './Outlook.tsx'
import { BulkReport } from './BulkReport.tsx'
import { JobReport } from './JobReport.tsx'
import { ActionResult } from './ActionResult.tsx'
import { useRunAction } from './useRunAction.ts'
import { actionTexts } from './actionTexts.ts'
import english from '../../../texts/en/actions.json'

interface DialogProps {
  request: ActionRequest
  onClose(): void
}

/** Asks before an action: what it does, to how many records, with which values; then shows its job or its report. */
export function ActionDialog({ request, onClose }: DialogProps) {
  const t = useT(english)
  const names = useNames(request.resource)
  const [followed, follow] = useState<Followed>()
  const [count, setCount] = useState('count' in request.target ? request.target.count : 1)
  const isBegun = followed !== undefined
  const { title, question } = actionTexts({ t, names, request, count, isBegun })
  const onUndo = useUndoAndClose(followed?.undoable, onClose)
  const { Form, Answer, input } = request.action
  const hasRows = Object.values(input ?? {}).some((one) => kindOf(one).cells)
  const asking = { request, count, setCount, follow, onClose }
  return (
    <GuardedDialog
      open
      fullWidth
      maxWidth={Form || hasRows ? 'sm' : 'xs'}
      onClose={(_event, reason) => {
        const isLost = request.action.shownOnce && isBegun && reason === 'backdropClick'
        if (!isLost) onClose()
      }}
      aria-labelledby="action-title"
    >
      <DialogTitle id="action-title">{title}</DialogTitle>
      {!followed && (Form ? <Form {...asking} /> : <ActionForm {...asking} question={question} />)}
      {followed && 'report' in followed && (
        <BulkReport
          resource={request.resource}
          answer={followed.report}
          onUndo={onUndo}
          onClose={onClose}
        />
      )}
      {followed &&
        'answer' in followed &&
        (Answer ? (
          <Answer answer={followed.answer} onClose={onClose} />
        ) : (
          <ActionResult request={request} answer={followed.answer} onClose={onClose} />
        ))}
      {followed && 'job' in followed && (
        <>
          <DialogContent>
            <JobProgress id={followed.job} tellsOutcome>
              {(job) => <JobReport job={job} onUndo={onUndo} />}
            </JobProgress>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{t('close')}</Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}

/** Takes back what the dialog has done, and closes it. */
function useUndoAndClose(undoable: Undoable | undefined, onClose: () => void) {
  const undo = useUndoing().useUndo()
  if (!undoable) return undefined
  return () => {
    onClose()
    void undo(undoable)
  }
}

interface FormProps {
  request: ActionRequest
  question: string
  count: number
  setCount(count: number): void
  follow(followed: Followed): void
  onClose(): void
}

/** The values an action wants, the question, and the button that goes on. */
function ActionForm({ request, question, count, ...dialog }: FormProps) {
  const t = useT()
  const user = useUser()
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  useFirstFocus(body)
  const { action, resource } = request
  const inputResource = { ...resource, fields: action.input ?? {}, checks: [] }
  const fields = Object.entries(action.input ?? {}).map(([name, field]) => ({
    name,
    field,
    isWritable: true,
    isBlind: false,
  }))
  const [typed] = useState(() => typedOf(fields, undefined, {}, user))
  const outlook = useOutlook(request, count)
  const isUndecided = outlook !== undefined && !outlook.preview?.done
  const run = useRunAction({ request, count, setProblem, ...dialog })
  const submit = async (values: Typed) => {
    const read = readForm(fields, user, values, undefined)
    const asked = { fields, typed: values, record: undefined, before: undefined, ...read }
    const refused = { ...refusedTogether(inputResource, asked), ...read.errors }
    if (Object.keys(refused).length > 0) return refused
    setBusy(true)
    const errors = await run(read.values)
    setBusy(false)
    return errors
  }
  const sections = [{ heading: '', fields }]
  const fieldNames = fields.map(({ name }) => name)
  return (
    <Form record={typed} onSubmit={submit} noValidate disableInvalidFormNotification>
      <ErrorFocus names={fieldNames} body={body} />
      <FormDataConsumer>
        {({ formData }: { formData: Typed }) => (
          <KeepUnsaved isUnsaved={isChanged(fieldNames, formData, typed)} />
        )}
      </FormDataConsumer>
      <DialogContent ref={body}>
        {outlook && <Outlook outlook={outlook} />}
        <GoesAlong request={request} />
        {question && <DialogContentText sx={{ mb: 2 }}>{question}</DialogContentText>}
        {problem && <ProblemAlert problem={problem} />}
        {fields.length > 0 && (
          <FormFields resource={inputResource} sections={sections} record={undefined} />
        )}
      </DialogContent>
      <DialogActions>
        {/* Enter does no harm to who has not read yet. */}
        <Button autoFocus={fields.length === 0 && isGrave(action)} onClick={dialog.onClose}>
          {/* Beside what cancels something, "Cancel" would not say which of the two it is. */}
          {t(action.name.startsWith('cancel') ? 'back' : 'cancel')}
        </Button>
        <SteadyButton
          type="submit"
          variant="contained"
          color={colorOf(action)}
          isOff={isBusy || isUndecided}
          autoFocus={fields.length === 0 && !isGrave(action)}
        >
          {action.label}
        </SteadyButton>
      </DialogActions>
    </Form>
  )
}
