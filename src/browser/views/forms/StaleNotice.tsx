import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'

import type { Resource } from '#schema'
import type { TimelineLine } from '#contract'

import type { Row } from '../../client/records/row.ts'
import { useProvider } from '../../client/records/provider.ts'
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
  const provider = useProvider()
  const whoOf = useWho()
  const { data, isPending } = useQuery({
    queryKey: [resource.name, 'last write', latest.id, latest.version],
    queryFn: ({ signal }) =>
      provider.call<TimelineLine[]>('GET', `/${resource.api}/${latest.id}/timeline`, undefined, {
        signal,
      }),
    retry: false,
  })
  if (isPending) return null
  const { who, when } = whoOf(data?.data.find((line) => line.kind === 'change'))
  return (
    <Alert severity="info" role="status" sx={{ mb: 2 }}>
      {t('saved_meanwhile', { who, when })} {t('stays_typed')}
    </Alert>
  )
}
