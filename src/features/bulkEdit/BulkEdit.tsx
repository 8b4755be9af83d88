import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { useMemo, useRef, useState } from 'react'
import { Form } from 'react-admin'

import type { Fields, User, Resource } from '#schema'

import { useUser } from '../../browser/client/session/user.ts'
import { useUnsaved } from '../../browser/ui/unsaved.ts'
import { typedOf, type Typed } from '../../browser/views/forms/values/formValues.ts'
import { readForm, type ReadForm } from '../../browser/views/forms/values/readForm.ts'
import type { FormField } from '../../browser/views/forms/values/formSections.ts'
import type { Problem } from '../../browser/client/http/problem.ts'
import { msg } from '../../texts/msg.ts'
import type { ActionFormProps } from '../../browser/views/actions/action.ts'
import { bulkFields } from './bulkEdit.browser.ts'
import { useRunAction } from '../../browser/views/actions/useRunAction.ts'
import { listText, numberText } from '../../browser/client/i18n/formats.ts'
import { ErrorFocus } from '../../browser/views/forms/errors/ErrorSummary.tsx'
import { ProblemAlert } from '../../browser/views/forms/errors/ProblemAlert.tsx'
import { useNames, useT } from '../../browser/client/i18n/texts.ts'
import { SteadyButton } from '../../browser/ui/SteadyButton.tsx'
import english from '../../texts/en/actions.json'
import { ChosenField, FieldChoice, emptyOf } from './ChosenField.tsx'

/** Above this number a second look is asked for; the server makes a job of it then. */
const askedFrom = 100

/** Some fields of many records: which, and one value for each or none. */
export function BulkEdit({ request, ...dialog }: ActionFormProps) {
  const t = useT(english)
  const user = useUser()
  const { resource } = request
  const fields = useMemo(
    () =>
      bulkFields(resource, user).map((one): FormField => ({
        ...one,
        isWritable: true,
        isBlind: false,
      })),
    [resource, user],
  )
  const body = useRef<HTMLDivElement>(null)
  const [typed] = useState(() => typedOf(fields, undefined))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [emptied, setEmptied] = useState<readonly string[]>([])
  // The person has said what, and is asked once more whether.
  const [isSure, setSure] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  useUnsaved(chosen.length > 0)
  const things = useThings(resource, dialog.count, chosen)
  const input: Fields = Object.fromEntries(fields.map(({ name, field }) => [name, field]))
  const asked = { ...request, action: { ...request.action, input } }
  const run = useRunAction({ request: asked, setProblem, ...dialog })
  const submit = async (values: Typed) => {
    const wanted = fields.filter(({ name }) => chosen.includes(name))
    const read = readBulk(wanted, user, values, emptied)
    if (Object.keys(read.errors).length > 0) return read.errors
    if (dialog.count > askedFrom && !isSure) return void setSure(true)
    setBusy(true)
    const errors = await run(read.values)
    setBusy(false)
    setSure(false)
    return errors
  }
  const choice = { resource, fields, chosen, setChosen, emptied, setEmptied }
  return (
    <Form record={typed} onSubmit={submit} noValidate disableInvalidFormNotification>
      <ErrorFocus names={chosen} body={body} />
      <DialogContent ref={body} sx={{ display: 'grid', gap: 2 }}>
        {problem && <ProblemAlert problem={problem} />}
        {isSure && (
          <Alert severity="warning" tabIndex={-1} ref={takeFocus}>
            {t('sure_edit', things)}
          </Alert>
        )}
        <Box hidden={isSure} sx={{ display: isSure ? 'none' : 'grid', gap: 2, pt: 1 }}>
          {chosen.map((name) => {
            const one = fields.find((field) => field.name === name)
            return one && <ChosenField key={name} one={one} {...choice} />
          })}
          <FieldChoice {...choice} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={isSure ? () => setSure(false) : dialog.onClose}>
          {isSure ? t('back') : t('cancel')}
        </Button>
        <SteadyButton
          type="submit"
          variant="contained"
          color={isSure ? 'warning' : 'primary'}
          isOff={isBusy || chosen.length === 0}
        >
          {t('change_things', { ...things, count: dialog.count })}
        </SteadyButton>
      </DialogActions>
    </Form>
  )
}

/** The question takes the place of the inputs, one of which has the focus. */
const takeFocus = (question: HTMLDivElement | null) => question?.focus()

function useThings(resource: Resource, count: number, chosen: readonly string[]) {
  const names = useNames(resource)
  const things = `${numberText(count)} ${(count === 1 ? names.one : names.many).toLowerCase()}`
  return { things, fields: listText(chosen.map((name) => names.field(name))) }
}

/** The values of a bulk edit. An input that is left blank empties no field. */
function readBulk(
  wanted: readonly FormField[],
  user: User,
  typed: Typed,
  emptied: readonly string[],
): ReadForm {
  const given = wanted.filter(({ name }) => !emptied.includes(name))
  const { values, errors } = readForm(given, user, typed, undefined)
  const blank = given.filter(({ name }) => isBlank(typed[name]))
  const missing = blank.map(({ name }) => [name, msg('fill_in_this_field')])
  const empty = wanted
    .filter(({ name }) => emptied.includes(name))
    .map((one) => [one.name, emptyOf(one)])
  return {
    values: { ...values, ...Object.fromEntries(empty) },
    errors: { ...errors, ...Object.fromEntries(missing) },
  }
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)
