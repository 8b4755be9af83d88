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
import { useText, type Say } from '../../browser/client/i18n/texts.ts'
import { ChangeTable } from '../../browser/views/audit/ChangeTable.tsx'
import type { Entry } from '../../browser/client/records/historyEntry.ts'
import { useHistory, valuesBefore } from './history.ts'
import { useRevert } from './useRevert.ts'
import { SteadyButton } from '../../browser/ui/SteadyButton.tsx'

interface HistoryProps {
  resource: Resource
  record: Row
}

/** Every write of a record with its field differences, and the way back (product.md 15.2). */
export function RecordHistory({ resource, record }: HistoryProps) {
  const say = useText()
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
    return (
      <Typography color="text.secondary">
        {say('no_history', 'Nothing was changed since the record came in.')}
      </Typography>
    )
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
              <Heading {...{ entry, say }}>
                {canRevert && (
                  <SteadyButton
                    size="small"
                    isOff={isBusy}
                    onClick={() => void revert(entry, values)}
                    aria-label={say(
                      'revert_version',
                      'Revert to the values before version %{version}',
                      {
                        version: entry.version,
                      },
                    )}
                  >
                    {say('revert', 'Revert')}
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
          {say('show_older', 'Show older changes')}
        </SteadyButton>
      )}
    </>
  )
}

function Heading({ entry, say, children }: { entry: Entry; say: Say; children: ReactNode }) {
  const { at, user, action } = entry
  const who = user ? (user.label ?? say('somebody', 'Somebody')) : say('the_system', 'The system')
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, minHeight: 32 }}
    >
      <Typography component="h3" variant="body2" sx={{ fontWeight: 600, flex: 1 }}>
        {actionText(say, action, who)}{' '}
        <Typography component="span" variant="body2" color="text.secondary">
          <Moment value={at} />
        </Typography>
      </Typography>
      {children}
    </Box>
  )
}

function actionText(say: Say, action: string, who: string): string {
  if (action === 'create') return say('history_created', '%{who} created it', { who })
  if (action === 'update') return say('history_updated', '%{who} changed it', { who })
  if (action === 'delete') return say('history_deleted', '%{who} deleted it', { who })
  if (action === 'restore') return say('history_restored', '%{who} restored it', { who })
  return say('history_acted', '%{who}: %{action}', { who, action })
}
