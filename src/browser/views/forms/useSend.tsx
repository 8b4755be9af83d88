import { useRef, useState, type ComponentProps, type RefObject } from 'react'
import { useNotify } from 'react-admin'
import type { UseFormReturn } from 'react-hook-form'

import { isVisible, type Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/user.ts'
import {
  fieldAt,
  inTheWayOf,
  problemOf,
  type Problem,
  type RecordPlace,
} from '../../client/http/problem.ts'
import { useProvider } from '../../client/records/provider.ts'
import { lazyDialog } from '../../ui/states/lazyDialog.tsx'
import { conflictIn, mergedTyped, weigh, type Choice, type Weighed } from './conflict.ts'
import { type Typed, typedRecord } from './values/formValues.ts'
import { readForm, refusedTogether } from './values/readForm.ts'
import type { FormField } from './values/formSections.ts'
import { MergedFields } from './MergedFields.tsx'

/** What was typed was typed over this. */
export interface Over {
  readonly fields: readonly FormField[]
  readonly record: Row | undefined
  readonly before: Typed
}

interface Sending {
  readonly resource: Resource
  readonly form: RefObject<UseFormReturn | null>
  readonly names: readonly string[]
  save(values: Record<string, unknown>, record: Row | undefined): Promise<void>
  overOf(record: Row): Over
  onMerged?(record: Row): void
}

/**
 * Returns what sends a form, why it was refused where that stands under no field, for which record, and what is asked meanwhile. Where
 * another was quicker, both changes are brought together and sent again.
 */
export function useSend({ resource, form, names, save, overOf, onMerged }: Sending) {
  const user = useUser()
  const { problem, inTheWay, attempt } = useAttempt(resource, names, save)
  const { choose, announce, dialog } = useMerge(resource)

  /** Returns the first refusal by field, undefined when all is saved. */
  async function send(typed: Typed, over: Over): Promise<Record<string, string> | undefined> {
    const { fields, record, before } = over
    const whole = typedRecord(fields, typed, record)
    const shown = fields.filter(({ field }) => isVisible(field, whole))
    const known = record && before
    const { values, errors } = readForm(shown, user, typed, known, resource)
    const wrong = refusedTogether(resource, { fields, typed, record, before: known, errors })
    const all = { ...wrong, ...errors }
    if (Object.keys(all).length > 0) return all
    const { refused, conflict } = await attempt(values, record)
    if (!conflict || !record) return refused
    const next = overOf(conflict.record)
    const base = { record, before }
    const now = { before: next.before, record: next.record ?? record }
    const weighed = weigh(next.fields, typed, { base, now, changes: conflict.changes })
    const choice = await choose({ weighed, mine: values, theirs: now.record })
    if (!choice) return refused
    const merged = mergedTyped(typed, base, now, choice)
    onMerged?.(conflict.record)
    for (const { one } of weighed.both) form.current?.setValue(one.name, merged[one.name])
    announce(weighed, now.record)
    return send(merged, next)
  }
  return { send, problem, inTheWay, dialog }
}

/** Sends values once. Returns the refusals by field, and who was quicker; what belongs to no field becomes `problem`. */
function useAttempt(resource: Resource, names: readonly string[], save: Sending['save']) {
  const provider = useProvider()
  const [problem, setProblem] = useState<Problem>()
  const [inTheWay, setInTheWay] = useState<RecordPlace>()
  const attempt = async (values: Record<string, unknown>, record: Row | undefined) => {
    setProblem(undefined)
    try {
      await save(values, record)
      return {}
    } catch (error) {
      const refused = problemOf(error)
      const conflict = record && (await conflictIn(refused, { provider, resource, record }))
      setInTheWay(inTheWayOf(refused))
      const entries = Object.entries(refused.errors)
      const isKnown = ([place]: [string, string]) => names.includes(fieldAt(place))
      const known = entries.filter(isKnown)
      const others = entries.filter((one) => !isKnown(one))
      if (!conflict && (known.length === 0 || others.length > 0)) {
        setProblem({ ...refused, errors: Object.fromEntries(others) })
      }
      // Some error must stand in the form, or react-admin takes it for saved.
      const root = { root: refused.message }
      return { conflict, refused: known.length > 0 ? Object.fromEntries(known) : root }
    }
  }
  return { problem, inTheWay, attempt }
}

/** Two quick presses of Enter are one sending. After a refusal, or with the record read anew, there may be another. */
export function useOnce<Refused>(
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

const ConflictDialog = lazyDialog(
  async () => (await import('./ConflictDialog.tsx')).ConflictDialog,
  ({ onDone }) => onDone(undefined),
)

type Asked = Omit<ComponentProps<typeof ConflictDialog>, 'resource'>

/** Returns how the changes of two people to one record are brought together. */
function useMerge(resource: Resource) {
  const notify = useNotify()
  const [asked, setAsked] = useState<Asked>()
  return {
    /** Asks which value is kept of each field that both have changed. Returns undefined when nothing was decided. */
    async choose(clash: Omit<Asked, 'onDone'>): Promise<Choice | undefined> {
      if (clash.weighed.both.length === 0) return {}
      const choice = await new Promise<Choice | undefined>((onDone) =>
        setAsked({ ...clash, onDone }),
      )
      setAsked(undefined)
      return choice
    },
    /** Says what only the other one has changed. */
    announce(weighed: Weighed, record: Row) {
      if (weighed.theirs.length === 0) return
      notify(<MergedFields {...{ resource, weighed, record }} />, { type: 'info' })
    },
    /** The question, while it is asked. */
    dialog: asked && <ConflictDialog resource={resource} {...asked} />,
  }
}
