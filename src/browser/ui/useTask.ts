import { useMutation } from '@tanstack/react-query'

import { problemOf } from '../client/http/problem.ts'

/** One thing that is asked of the server: `run` does it; whether it is under way, and why it was refused the last time. */
export function useTask<Given = void>(task: (given: Given) => Promise<unknown>) {
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: task,
    // Without a network it fails at once, like all that is asked for.
    networkMode: 'always',
  })
  return { run: mutate, forget: reset, isBusy: isPending, problem: error && problemOf(error) }
}
