import { useState } from 'react'

import type { Resource } from '#schema'

import type { Row } from '../../fields/display.ts'
import { useUser } from '../../session.ts'
import { undoOf } from '../acts/act.ts'
import { doneOf } from '../acts/done.ts'
import { useTellDone } from '../acts/useTellDone.tsx'
import type { FormField } from '../forms/layout.ts'
import { readForm, type Typed } from '../forms/values.ts'
import { problemOf } from '../problem.ts'
import { useProvider } from '../provider.ts'
import { useReadAgain } from '../useReadAgain.ts'
import { useText } from '../words.ts'

interface Saved {
  resource: Resource
  record: Row
  one: FormField
  /** What the input held first. */
  before: Typed
  close(): void
}

/** Saves the value of one cell with the version it was seen in. Answers the refusal under the input. */
export function useSaveCell({ resource, record, one, before, close }: Saved) {
  const say = useText()
  const user = useUser()
  const provider = useProvider()
  const readAgain = useReadAgain()
  const tellDone = useTellDone()
  const [current, setCurrent] = useState(record)
  const [problem, setProblem] = useState<string>()

  /** The record as it is now; what was typed stays, and is saved over it only by another Enter. */
  async function reload(): Promise<string> {
    readAgain(resource.name)
    try {
      const { data } = await provider.getOne<Row>(resource.name, { id: record.id })
      setCurrent(data)
    } catch {
      // Who may list a record but not read it alone sees the new one in the list.
    }
    return say('stale', 'Changed by someone else')
  }

  async function save(typed: Typed) {
    const { values, errors } = readForm([one], user, typed, before)
    if (Object.keys(errors).length > 0) return errors
    if (Object.keys(values).length === 0) return void close()
    try {
      const data = { ...values, version: current.version }
      const answer = await provider.update<Row>(resource.name, {
        id: record.id,
        data,
        previousData: current,
      })
      const request = { resource, act: { name: 'update', label: '' }, target: { record } }
      tellDone(doneOf(request, values), undoOf(request, answer.data))
      readAgain(resource.name)
      return void close()
    } catch (error) {
      return refused(error)
    }
  }

  async function refused(error: unknown) {
    const { status, message: reason, errors } = problemOf(error)
    const own = errors[one.name]
    if (own) return { [one.name]: own }
    const text = status === 409 ? await reload() : reason
    setProblem([text, ...Object.values(errors)].join(' '))
    return { root: reason }
  }

  return { save, problem }
}
