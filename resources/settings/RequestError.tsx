import { useKeptText } from '#browser'

interface CellProps {
  record: { error: string | null }
  full?: boolean
}

/** What the log keeps in English is said in the reader's language, where it is a whole text of the server. */
export function RequestError({ record: { error }, full }: CellProps) {
  const keptText = useKeptText()
  if (error) return keptText(error)
  return full ? '—' : null
}
