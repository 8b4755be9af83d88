import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import { useRef, useState } from 'react'
import { Form, FormDataConsumer } from 'react-admin'

import type { Problem } from '../../client/http/problem.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useUser } from '../../client/session/user.ts'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import { KeepUnsaved } from '../../ui/unsaved.ts'
import { ErrorFocus } from '../forms/errors/ErrorSummary.tsx'
import { ProblemAlert } from '../forms/errors/ProblemAlert.tsx'
import { useFirstFocus } from '../forms/errors/fieldFocus.ts'
import { FormFields } from '../forms/fields/FormFields.tsx'
import { isChanged, type Typed, typedOf } from '../forms/values/formValues.ts'
import { readForm, refusedTogether } from '../forms/values/readForm.ts'
import { type ActionFormProps, colorOf, isGrave } from './action.ts'
import { GoesAlong } from './GoesAlong.tsx'
import { Outlook, useOutlook } from './Outlook.tsx'
import { useRunAction } from './useRunAction.ts'

interface FormProps extends ActionFormProps {
  question: string
}

/** The values an action wants, the question, and the button that goes on. */
export function ActionForm({ request, question, count, ...dialog }: FormProps) {
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
