import { useMemo, useState } from 'react'
import { Form } from 'react-admin'

import type { Fields } from '#schema'

import { useUser } from '../../browser/client/session/session.ts'
import { useUnsaved } from '../../browser/ui/unsaved.ts'
import type { FormField } from '../../browser/views/forms/layout.ts'
import { typedOf, type Typed } from '../../browser/views/forms/values.ts'
import type { Problem } from '../../browser/client/http/problem.ts'
import type { ActFormProps } from '../../browser/views/actions/action.ts'
import { BulkEditFields } from './BulkEditFields.tsx'
import { bulkFields } from './bulkFields.ts'
import { readBulk } from './bulkTyped.ts'
import { useRunAct } from '../../browser/views/actions/useRunAction.ts'

/** Above this number a second look is asked for; the server makes a job of it then (product.md 11.3). */
const askedFrom = 100

/** Some fields of many records: which, and one value for each or none. */
export function BulkEdit({ request, ...dialog }: ActFormProps) {
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
  const [typed] = useState(() => typedOf(fields, undefined))
  const [chosen, setChosen] = useState<readonly string[]>([])
  useUnsaved(chosen.length > 0)
  const [emptied, setEmptied] = useState<readonly string[]>([])
  const [sure, setSure] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const input: Fields = Object.fromEntries(fields.map(({ name, field }) => [name, field]))
  const asked = { ...request, act: { ...request.act, input } }
  const run = useRunAct({ request: asked, setProblem, ...dialog })
  const submit = async (values: Typed) => {
    const wanted = fields.filter(({ name }) => chosen.includes(name))
    const read = readBulk(wanted, user, values, emptied)
    if (Object.keys(read.errors).length > 0) return read.errors
    if (dialog.count > askedFrom && !sure) return void setSure(true)
    setBusy(true)
    const errors = await run(read.values)
    setBusy(false)
    setSure(false)
    return errors
  }
  return (
    <Form record={typed} onSubmit={submit} noValidate disableInvalidFormNotification>
      <BulkEditFields
        {...{ resource, fields, chosen, setChosen, emptied, setEmptied, problem, isBusy, sure }}
        count={dialog.count}
        onBack={() => setSure(false)}
        onClose={dialog.onClose}
      />
    </Form>
  )
}
