import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import { useRef, useState } from 'react'
import { Form } from 'react-admin'

import { useUser } from '../../client/session/session.ts'
import { ErrorFocus } from '../forms/ErrorSummary.tsx'
import { ProblemAlert } from '../forms/FormButtons.tsx'
import { FormFields } from '../forms/FormFields.tsx'
import { readForm, typedOf, type Typed } from '../forms/values.ts'
import type { Problem } from '../../client/http/problem.ts'
import { useT } from '../../client/i18n/texts.ts'
import type { ActRequest, Followed } from './action.ts'
import { useRunAct } from './useRunAction.ts'
import { SteadyButton } from '../../ui/SteadyButton.tsx'

interface FormProps {
  request: ActRequest
  question: string
  count: number
  setCount(count: number): void
  follow(followed: Followed): void
  onClose(): void
}

/** The values an act wants, the question, and the button that goes on. */
export function ActForm({ request, question, count, ...dialog }: FormProps) {
  const t = useT()
  const user = useUser()
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const { act, resource } = request
  const fields = Object.entries(act.input ?? {}).map(([name, field]) => ({
    name,
    field,
    isWritable: true,
    isBlind: false,
  }))
  const [typed] = useState(() => typedOf(fields, undefined))
  const run = useRunAct({ request, count, setProblem, ...dialog })
  const submit = async (values: Typed) => {
    const read = readForm(fields, user, values, undefined)
    if (Object.keys(read.errors).length > 0) return read.errors
    setBusy(true)
    const errors = await run(read.values)
    setBusy(false)
    return errors
  }
  const inputResource = { ...resource, fields: act.input ?? {} }
  const sections = [{ heading: '', fields }]
  const color = act.name === 'delete' ? 'error' : 'primary'
  return (
    <Form record={typed} onSubmit={submit} noValidate disableInvalidFormNotification>
      <ErrorFocus names={fields.map(({ name }) => name)} body={body} />
      <DialogContent ref={body}>
        {question && <DialogContentText sx={{ mb: 2 }}>{question}</DialogContentText>}
        {problem && <ProblemAlert problem={problem} />}
        {fields.length > 0 && (
          <FormFields resource={inputResource} sections={sections} record={undefined} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={dialog.onClose}>{t('cancel')}</Button>
        <SteadyButton
          type="submit"
          variant="contained"
          color={color}
          isOff={isBusy}
          autoFocus={fields.length === 0}
        >
          {act.label}
        </SteadyButton>
      </DialogActions>
    </Form>
  )
}
