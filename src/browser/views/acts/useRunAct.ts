import { problemOf, type Problem } from '../problem.ts'
import { useProvider } from '../provider.ts'
import { useReadAgain } from '../useReadAgain.ts'
import { useDoneMessage } from '../words.ts'
import { perform, undoOf, type ActRequest, type BulkAnswer } from './act.ts'
import type { Followed } from './ActDialog.tsx'
import { useTellDone } from './useTellDone.tsx'

interface Running {
  request: ActRequest
  count: number
  setCount(count: number): void
  setProblem(problem: Problem | undefined): void
  follow(followed: Followed): void
  onClose(): void
}

/** Runs an act from its dialog. Answers the refusals by field, or nothing when it is done. */
export function useRunAct(running: Running) {
  const { request, setProblem, follow, onClose } = running
  const provider = useProvider()
  const readAgain = useReadAgain()
  const tell = useTell(request)
  return async (values: Record<string, unknown>) => {
    setProblem(undefined)
    try {
      const { message, data } = await perform(provider, counted(running), values)
      readAgain(request.resource.name)
      request.onDone?.()
      const answer = 'selection' in request.target ? (data as BulkAnswer | undefined) : undefined
      if (answer && 'job_id' in answer) return follow({ job: answer.job_id })
      if (answer && answer.skipped > 0) return follow({ report: answer })
      tell(message, data)
      return onClose()
    } catch (error) {
      return refusal(problemOf(error), running)
    }
  }
}

/** The request with the number of records the user was shown last. */
function counted({ request, count }: Running): ActRequest {
  const { target } = request
  if (!('selection' in target) || !('filter' in target.selection)) return request
  const selection = { ...target.selection, expected_count: count }
  return { ...request, target: { selection, count } }
}

/** A filter that matches another number by now is asked about again with the new one. */
function refusal(problem: Problem, { request, setCount, setProblem }: Running) {
  const { expected_count: now, ...errors } = problem.errors
  if (problem.status === 409 && now !== undefined) setCount(Number(now))
  const own = Object.keys(request.act.input ?? {})
  const isAllOwn =
    Object.keys(errors).length > 0 && Object.keys(errors).every((one) => own.includes(one))
  if (!isAllOwn) setProblem({ ...problem, errors })
  return isAllOwn ? errors : { root: problem.message }
}

/** Says what was done, with the way back where there is one. */
function useTell(request: ActRequest) {
  const { resource, act } = request
  const tellDone = useTellDone()
  const done = useDoneMessage(resource)
  return (message: string | undefined, data: unknown) => {
    const text = act.name === 'delete' ? done('deleted') : (message ?? act.label)
    tellDone(text, undoOf(request, data))
  }
}
