import { useNotify } from 'react-admin'

import { problemOf } from '../client/http/problem.ts'

/**
 * Returns what does something and tells what came of it: the words that it returns, or why it was refused. Resolves with
 * whether it was done.
 */
export function useNotifyResult() {
  const notify = useNotify()
  return async (
    task: () => Promise<string | undefined | void>,
    type: 'success' | 'info' = 'success',
  ): Promise<boolean> => {
    try {
      const words = await task()
      if (words) notify(words, { type })
      return true
    } catch (error) {
      notify(problemOf(error).message, { type: 'error' })
      return false
    }
  }
}
