import { useNotify, useRefresh } from 'react-admin'

import { problemOf, type Problem } from '../problem.ts'
import { useProvider } from '../provider.ts'
import { useDoneMessage, useText } from '../words.ts'
import { perform, type ActRequest, type BulkAnswer } from './act.ts'

interface Running {
  request: ActRequest
  count: number
  setCount(count: number): void
  setProblem(problem: Problem | undefined): void
  setJob(id: number): void
  onClose(): void
}

/** Runs an act from its dialog. Answers the refusals by field, or nothing when it is done. */
export function useRunAct(running: Running) {
  const { request, setProblem, onClose } = running
  const provider = useProvider()
  const refresh = useRefresh()
  const tell = useTell(request)
  return async (values: Record<string, unknown>) => {
    setProblem(undefined)
    try {
      const { message, data } = await perform(provider, counted(running), values)
      refresh()
      request.onDone?.()
      const answer = data as Partial<BulkAnswer> | undefined
      if (answer && 'job_id' in answer && answer.job_id) return running.setJob(answer.job_id)
      tell(message, answer as BulkAnswer | undefined)
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

/** Says what was done, and what was skipped and why. */
function useTell({ resource, act, target }: ActRequest) {
  const say = useText()
  const notify = useNotify()
  const deleted = useDoneMessage(resource)('deleted')
  return (message: string | undefined, answer: BulkAnswer | undefined) => {
    const done = act.name === 'delete' ? deleted : (message ?? act.label)
    if ('record' in target || !answer || !('done' in answer) || answer.skipped === 0) {
      return notify(done, { type: 'success' })
    }
    const counts = say('done_skipped', '%{done} done, %{skipped} skipped.', { ...answer })
    return notify([counts, ...(answer.reasons ?? [])].join(' '), { type: 'warning' })
  }
}
