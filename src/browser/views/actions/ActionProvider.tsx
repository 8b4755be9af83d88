import {
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useNotify } from 'react-admin'

import { newRequestKey } from '../../client/http/requestKey.ts'
import { problemOf } from '../../client/http/problem.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useReadAgain } from '../../client/records/resources.ts'
import { lazyDialog } from '../../ui/states/lazyDialog.tsx'
import { ActionContext, type ActionRequest, isImmediate, perform } from './action.ts'
import { SlotsContext, useUndoing } from '../slots.ts'

const ActionDialog = lazyDialog(async () => (await import('./ActionDialog.tsx')).ActionDialog)

/** Lets the views below start actions, one at a time. Within another one it leaves the way back to that. */
export function ActionProvider({ children }: { children: ReactNode }) {
  const isInner = useContext(ActionContext) !== undefined
  const provider = useProvider()
  const notify = useNotify()
  const readAgain = useReadAgain()
  const undoing = useUndoing()
  const [asked, setAsked] = useState<ActionRequest>()
  const runNow = useCallback(
    async (request: ActionRequest) => {
      try {
        const { data } = await perform(provider, request, {})
        const [{ doneMessage }, { doneOf, undoOf }] = await Promise.all([
          import('./DoneText.tsx'),
          import('./done.ts'),
        ])
        const message = doneMessage(undoing, doneOf(request, {}, data), undoOf(request, data))
        notify(message, { type: 'success' })
        request.onDone?.()
      } catch (error) {
        const problem = problemOf(error)
        const { RefusalText } = await import('./DoneText.tsx')
        notify(<RefusalText problem={problem} />, { type: 'error' })
      }
      readAgain(request.resource.name)
    },
    [provider, notify, readAgain, undoing],
  )
  const { views } = useContext(SlotsContext)
  const start = useCallback(
    (asked: ActionRequest) => {
      const own = views?.[asked.resource.name]?.actions?.[asked.action.name]
      const request = { ...asked, action: { ...own, ...asked.action } }
      if (isImmediate(request)) void runNow(request)
      else setAsked({ ...request, key: newRequestKey() })
    },
    [runNow, views],
  )
  const bar = useMemo(() => <undoing.Bar />, [undoing])
  useFocusAfter(asked)
  return (
    <ActionContext.Provider value={start}>
      {children}
      {!isInner && bar}
      {asked && <ActionDialog request={asked} onClose={() => setAsked(undefined)} />}
    </ActionContext.Provider>
  )
}

/** Gives the focus back after a dialog whose opener is gone, as the item of a menu is by then. */
function useFocusAfter(asked: ActionRequest | undefined): void {
  const last = useRef<HTMLElement>(undefined)
  useEffect(() => {
    if (asked) last.current = asked.from
    else if (document.activeElement === document.body) last.current?.focus()
  }, [asked])
}
