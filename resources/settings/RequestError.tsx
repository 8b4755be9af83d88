import { useTranslate } from 'react-admin'

import { messageName } from '#schema'

interface CellProps {
  record: { error: string | null }
  full?: boolean
}

/** What the log keeps in English is said in the reader's language, where it is a whole text of the server. */
export function RequestError({ record: { error }, full }: CellProps) {
  const translate = useTranslate()
  if (error) return translate(`messages.${messageName(error)}`, { _: error })
  return full ? '—' : null
}
