import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'

import type { BulkPreview } from '#contract'

import { problemOf } from '../../client/http/problem.ts'
import { numberText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useApiQuery } from '../../client/records/useApiQuery.ts'
import { Failed, Waiting } from '../../ui/states/StatePanels.tsx'
import type { ActionRequest } from './action.ts'
import english from '../../../texts/en/actions.json'

/** What would become of the records of a bulk action; undefined where its action counts nothing beforehand. */
export function useOutlook({ resource, action, target }: ActionRequest, count: number) {
  const selection = 'selection' in target && action.previewed ? target.selection : undefined
  const counted = selection && 'filter' in selection ? { expected_count: count } : {}
  const asked = { ...selection, ...counted }
  const { data, error, isFetching, refetch } = useApiQuery<BulkPreview>({
    queryKey: ['outlook', resource.name, action.name, JSON.stringify(asked)],
    path: `/${resource.api}/bulk/${action.name}/preview`,
    body: asked,
    enabled: selection !== undefined,
    gcTime: 0,
  })
  return selection && { preview: data, isFetching, error, refetch }
}

/** The numbers, by reason, before somebody decides. */
export function Outlook({ outlook }: { outlook: NonNullable<ReturnType<typeof useOutlook>> }) {
  const t = useT(english)
  const { preview, error, isFetching, refetch } = outlook
  if (error) return <Failed problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!preview) return isFetching ? <Waiting /> : null
  const { count, checked, done, reasons } = preview
  return (
    <Box component="section" aria-label={t('outlook')} sx={{ display: 'grid', gap: 1.5, mb: 2 }}>
      <Alert severity={done === 0 ? 'warning' : 'info'} role="status">
        {t('outlook_done', { done: numberText(done), count: numberText(count) })}
        {checked < count && ` ${t('outlook_checked', { checked: numberText(checked) })}`}
      </Alert>
      {reasons.map(({ reason, count: many, waits }) => (
        <Box
          key={`${waits} ${reason}`}
          sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}
        >
          <span>{t(waits ? 'outlook_waits' : 'outlook_left', { reason })}</span>
          <strong>{numberText(many)}</strong>
        </Box>
      ))}
    </Box>
  )
}
