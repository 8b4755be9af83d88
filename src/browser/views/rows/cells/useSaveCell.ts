import { useState } from 'react'

import type { Resource } from '#schema'

import { type Problem, problemOf } from '../../../client/http/problem.ts'
import { useT } from '../../../client/i18n/texts.ts'
import { useProvider } from '../../../client/records/provider.ts'
import type { Row } from '../../../client/records/row.ts'
import { useReadAgain } from '../../../client/records/resources.ts'
import { useUser } from '../../../client/session/user.ts'
import { expectTyping } from '../../../ui/keyboard/typing.ts'
import { useUpdateRecord } from '../../actions/useUpdateRecord.ts'
import { type Conflict, conflictIn, type Theirs, weigh } from '../../forms/conflict.ts'
import { type Typed, typedOf } from '../../forms/values/formValues.ts'
import { readForm } from '../../forms/values/readForm.ts'
import type { FormField } from '../../forms/values/formSections.ts'
import english from '../../../../texts/en/lists.json'

interface Saved {
  resource: Resource
  record: Row
  one: FormField
  /** What the input held first. */
  before: Typed
  close(): void
}

/** Saves the value of one cell with the version it was seen in. Returns the refusal under the input. */
export function useSaveCell({ resource, record, one, before, close }: Saved) {
  const t = useT(english)
  const user = useUser()
  const provider = useProvider()
  const readAgain = useReadAgain()
  const update = useUpdateRecord(resource)
  const [current, setCurrent] = useState(record)
  const [problem, setProblem] = useState<Problem>()
  const [clash, setClash] = useState<CellClash>()

  const finish = () => {
    expectTyping()
    close()
  }

  async function save(typed: Typed, over: Row = current): Promise<Record<string, string> | void> {
    const { values, errors } = readForm([one], user, typed, before, resource)
    if (Object.keys(errors).length > 0) return errors
    if (Object.keys(values).length === 0) return finish()
    try {
      await update(values, over)
      return finish()
    } catch (error) {
      return refused(problemOf(error), typed, over)
    }
  }

  async function refused(refusal: Problem, typed: Typed, over: Row) {
    const { message, errors } = refusal
    const conflict = await conflictIn(refusal, { provider, resource, record: over })
    const own = errors[one.name]
    if (own) return { [one.name]: own }
    if (conflict) return merge(conflict, typed)
    setProblem(refusal)
    return { root: message }
  }

  /** Goes on where another has changed other fields alone. Of the same one both values are shown: another Enter decides. */
  async function merge({ record: now, changes }: Conflict, typed: Typed) {
    readAgain(resource.name)
    setCurrent(now)
    const base = { record, before }
    const latest = { record: now, before: typedOf([one], now) }
    const { both } = weigh([one], typed, { base, now: latest, changes })
    const [theirs] = both
    if (!theirs) return save(typed, now)
    setClash({ theirs, record: now })
    return { root: t('stale') }
  }

  return { save, problem, clash }
}

/** What another has set the same cell to meanwhile. */
interface CellClash {
  readonly theirs: Theirs
  readonly record: Row
}
