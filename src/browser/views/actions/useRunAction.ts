import { fieldAt, problemOf, type Problem } from '../../client/http/problem.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useReadAgain } from '../../client/records/resources.ts'
import {
  type ActionRequest,
  type BulkAnswer,
  type Followed,
  isAnswered,
  perform,
} from './action.ts'
import { doneOf, undoOf } from './done.ts'
import { useUndoing } from '../slots.ts'
import { useTellDone } from './useTellDone.ts'

interface Running {
  request: ActionRequest
  count: number
  setCount(count: number): void
  setProblem(problem: Problem | undefined): void
  follow(followed: Followed): void
  onClose(): void
}

/** Runs an action from its dialog. Returns the refusals by field, or nothing when it is done. */
export function useRunAction(running: Running) {
  const { request, setProblem, follow, onClose } = running
  const provider = useProvider()
  const readAgain = useReadAgain()
  const tellDone = useTellDone()
  const { note } = useUndoing()
  return async (values: Record<string, unknown>) => {
    setProblem(undefined)
    try {
      const asked = counted(running)
      const { data } = await perform(provider, asked, values)
      readAgain(request.resource.name)
      request.onDone?.()
      const answer = 'selection' in request.target ? (data as BulkAnswer | undefined) : undefined
      const done = doneOf(asked, values, data)
      const way = undoOf(asked, data)
      if (isAnswered(request.action) && !('selection' in request.target)) {
        return follow({ answer: data, undoable: note(done, way) })
      }
      if (answer && ('job_id' in answer || answer.skipped > 0 || answer.warnings?.length)) {
        // The dialog goes on and says itself what came of it.
        const undoable = note(done, way)
        return follow(
          'job_id' in answer ? { job: answer.job_id, undoable } : { report: answer, undoable },
        )
      }
      tellDone(done, way)
      return onClose()
    } catch (error) {
      return refusal(problemOf(error), running)
    }
  }
}

/** The request with the number of records the user was shown last. */
function counted({ request, count }: Running): ActionRequest {
  const { target } = request
  if (!('selection' in target) || !('filter' in target.selection)) return request
  const selection = { ...target.selection, expected_count: count }
  return { ...request, target: { selection, count } }
}

/** A filter that matches another number by now is asked about again with the new one. */
function refusal(problem: Problem, { request, setCount, setProblem }: Running) {
  const { expected_count: now, ...errors } = problem.errors
  if (problem.status === 409 && now !== undefined) setCount(Number(now))
  const own = Object.keys(request.action.input ?? {})
  const isAllOwn =
    Object.keys(errors).length > 0 &&
    Object.keys(errors).every((place) => own.includes(fieldAt(place)))
  if (!isAllOwn) setProblem({ ...problem, errors })
  return isAllOwn ? errors : { root: problem.message }
}
