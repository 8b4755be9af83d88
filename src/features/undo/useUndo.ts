import { useCallback } from 'react'
import { useNotify } from 'react-admin'

import { problemOf } from '../../browser/client/http/problem.ts'
import { useProvider } from '../../browser/client/records/provider.ts'
import { useReadAgain } from '../../browser/client/records/resources.ts'
import { useT } from '../../browser/client/i18n/texts.ts'
import type { BulkAnswer, Undoable } from '../../browser/views/actions/action.ts'
import { undoStore } from './undoStore.ts'

/** Takes a write back and says what came of it. What somebody else has changed since stays as it is. */
export function useUndo(): (undoable: Undoable) => Promise<void> {
  const t = useT()
  const notify = useNotify()
  const readAgain = useReadAgain()
  const provider = useProvider()
  return useCallback(
    async (undoable) => {
      undoStore.drop(undoable)
      try {
        const { path, body, key } = undoable
        const { data } = await provider.call<Partial<BulkAnswer> | undefined>(
          'POST',
          path,
          body,
          undefined,
          key,
        )
        const answer: object = data ?? {}
        if ('job_id' in answer) notify(t('undoing'))
        else if ('skipped' in answer && Number(answer.skipped) > 0) {
          const text = t('undone_partly', answer)
          notify(text, { type: 'warning' })
        } else notify(t('undone'), { type: 'success' })
      } catch (error) {
        const { message, errors } = problemOf(error)
        // What is still at work can be undone when it has ended.
        if ('job_id' in errors) undoStore.add(undoable)
        notify(Object.values(errors)[0] ?? message, { type: 'error' })
      }
      readAgain(undoable.resource)
    },
    [t, notify, readAgain, provider],
  )
}
