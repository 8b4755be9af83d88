import Alert from '@mui/material/Alert'

import type { Resource } from '#schema'
import type { TimelineLine } from '#contract'

import type { Row } from '../../client/records/row.ts'
import { useApiQuery } from '../../client/records/useApiQuery.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useWho } from './MergedFields.tsx'
import english from '../../../texts/en/records.json'

interface NoticeProps {
  resource: Resource
  /** The record as it is now. */
  latest: Row
}

/** Says, while somebody types, that another has saved the same record. Nothing of what is typed changes. */
export function StaleNotice({ resource, latest }: NoticeProps) {
  const t = useT(english)
  const whoOf = useWho()
  const { data, isPending } = useApiQuery<TimelineLine[]>({
    queryKey: [resource.name, 'last write', latest.id, latest.version],
    path: `/${resource.api}/${latest.id}/timeline`,
    retry: false,
  })
  if (isPending) return null
  const { who, when } = whoOf(data?.find((line) => line.kind === 'change'))
  return (
    <Alert severity="info" role="status" sx={{ mb: 2 }}>
      {t('saved_meanwhile', { who, when })} {t('stays_typed')}
    </Alert>
  )
}
