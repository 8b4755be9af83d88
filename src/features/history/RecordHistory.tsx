import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import type { Resource } from '#schema'

import { Moment } from '../../browser/ui/fields/Moment.tsx'
import type { Row } from '../../browser/client/records/row.ts'
import { useUser } from '../../browser/client/session/session.ts'
import { Failed, Waiting } from '../../browser/ui/states/StatePanels.tsx'
import { may } from '../../browser/client/records/permitted.ts'
import { problemOf } from '../../browser/client/http/problem.ts'
import { useT, type Translate } from '../../browser/client/i18n/texts.ts'
import { ChangeTable } from '../../browser/views/audit/ChangeTable.tsx'
import type { HistoryEntry } from '#contract'
import { useHistory, valuesBefore } from './history.ts'
import { useRevert } from './useRevert.ts'
import { SteadyButton } from '../../browser/ui/SteadyButton.tsx'
import english from '../../texts/history.json'

interface HistoryProps {
  resource: Resource
  record: Row
}

/** Every write of a record with its field differences, and the way back (product.md 15.2). */
export function RecordHistory({ resource, record }: HistoryProps) {
  const t = useT(english)
  const user = useUser()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useHistory(
    resource,
    record.id,
    record.version,
  )
  const { revert, isBusy } = useRevert(resource, record)
  if (error) return <Failed problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const entries = data.pages.flatMap((page) => page.data.map((entry) => ({ entry, page })))
  if (entries.length === 0) {
    return <Typography color="text.secondary">{t('no_history')}</Typography>
  }
  const mayEdit = may(resource, 'edit', user, record)
  return (
    <>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {entries.map(({ entry, page }) => {
          const values = mayEdit ? valuesBefore(resource, user, entry) : {}
          const canRevert = Object.keys(values).length > 0
          return (
            <Box component="li" key={entry.id}>
              <Heading {...{ entry, t }}>
                {canRevert && (
                  <SteadyButton
                    size="small"
                    isOff={isBusy}
                    onClick={() => void revert(entry, values)}
                    aria-label={t('revert_version', {
                      version: entry.version,
                    })}
                  >
                    {t('revert')}
                  </SteadyButton>
                )}
              </Heading>
              <ChangeTable resource={resource} changes={entry.changes} labels={page.meta.labels} />
            </Box>
          )
        })}
      </Box>
      {hasNextPage && (
        <SteadyButton
          onClick={() => void fetchNextPage()}
          isOff={isFetchingNextPage}
          sx={{ mt: 2 }}
        >
          {t('show_older')}
        </SteadyButton>
      )}
    </>
  )
}

function Heading({
  entry,
  t,
  children,
}: {
  entry: HistoryEntry
  t: Translate<typeof english>
  children: ReactNode
}) {
  const { at, user, action } = entry
  const who = user ? (user.label ?? t('somebody')) : t('the_system')
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minHeight: 32 }}
    >
      <Typography component="h3" variant="body2" sx={{ fontWeight: 600, flex: 1 }}>
        {actionText(t, action, who)}{' '}
        <Typography component="span" variant="body2" color="text.secondary">
          <Moment value={at} />
        </Typography>
      </Typography>
      {children}
    </Box>
  )
}

function actionText(t: Translate<typeof english>, action: string, who: string): string {
  if (action === 'create') return t('history_created', { who })
  if (action === 'update') return t('history_updated', { who })
  if (action === 'delete') return t('history_deleted', { who })
  if (action === 'restore') return t('history_restored', { who })
  return t('history_acted', { who, action })
}
