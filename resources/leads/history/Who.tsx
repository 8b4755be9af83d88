import { shownValue, useT } from '#browser'
import { fieldOf, type RecordOf } from '#schema'

import { leadChange } from './leadChange.ts'
import english from '../../translations/en/console.json'

interface WhoProps {
  record: RecordOf<typeof leadChange>
  full?: boolean
}

/** The user who changed a lead, else at whose word the system did it. */
export function Who({ record, full }: WhoProps) {
  const t = useT(english)
  const name = (['user', 'department', 'integration'] as const).find((one) => record[one] !== null)
  const field = name && fieldOf(leadChange, name)
  return <>{field ? shownValue(field, name, record, full) : t('lead_history.the_system')}</>
}
