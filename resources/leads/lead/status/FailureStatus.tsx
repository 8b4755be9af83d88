import { useKeptText } from '#browser'

import { failureStatuses } from './failureStatuses.ts'

const known = new Set<string>(failureStatuses)

/** Returns a function that says in the user's language why a send ended badly; what a rule calls otherwise stays as it is. */
export function useFailureWord(): (status: string) => string {
  const keptText = useKeptText()
  return (status) => (known.has(status) ? keptText(status) : status)
}

interface CellProps {
  record: { failure_status: string | null }
  full?: boolean
}

export function FailureStatus({ record: { failure_status }, full }: CellProps) {
  const wordFor = useFailureWord()
  if (failure_status) return wordFor(failure_status)
  return full ? '—' : null
}
