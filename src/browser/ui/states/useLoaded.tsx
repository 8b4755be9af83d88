import { problemOf } from '../../client/http/problem.ts'
import { useSettled } from './Loading.tsx'
import { Failed, Waiting } from './StatePanels.tsx'

interface Query<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  refetch(): unknown
}

/** What a query has answered; `pending` says that it is waited for, or why it failed, and asks again. */
export function useLoaded<Data>({ data, error, refetch }: Query<Data>) {
  const settled = useSettled(data)
  const pending = error ? (
    <Failed problem={problemOf(error)} onRetry={() => void refetch()} />
  ) : (
    settled === undefined && <Waiting />
  )
  return { data: settled, pending }
}
