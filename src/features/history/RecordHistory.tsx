import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNotify } from 'react-admin'

import type { HistoryEntry } from '#contract'
import { type Resource, kindOf, mayWrite, type Field, type User } from '#schema'

import { Moment } from '../../browser/ui/fields/dates.tsx'
import type { Row } from '../../browser/client/records/row.ts'
import { useUser } from '../../browser/client/session/session.ts'
import { Failed, Waiting } from '../../browser/ui/states/StatePanels.tsx'
import { may } from '../../browser/client/records/permitted.ts'
import { problemOf } from '../../browser/client/http/problem.ts'
import { useT, type Translate } from '../../browser/client/i18n/texts.ts'
import { ChangeTable } from '../../browser/views/audit/ChangeTable.tsx'
import { SteadyButton } from '../../browser/ui/SteadyButton.tsx'
import { useProvider, type Answer } from '../../browser/client/records/provider.ts'
import { doneOf, undoOf } from '../../browser/views/actions/action.ts'
import { useTellDone } from '../../browser/views/actions/DoneText.tsx'
import { useReadAgain } from '../../browser/client/records/resources.ts'
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

type Titles = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Page extends Answer<HistoryEntry[]> {
  readonly meta: { readonly next: number | null; readonly labels: Titles }
}

/** The writes of a record, page by page; read again whenever its version is another one. */
function useHistory(resource: Resource, id: number, version: number | undefined) {
  const provider = useProvider()
  return useInfiniteQuery({
    queryKey: [resource.name, 'history', id, version],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === undefined ? '' : `?before=${pageParam}`
      return provider.call<HistoryEntry[]>(
        'GET',
        `/${resource.api}/${id}/history${query}`,
        undefined,
        signal,
      ) as Promise<Page>
    },
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
    retry: false,
  })
}

/** The values that taking a write back brings, as the user sees them and may set them; empty when there are none. */
function valuesBefore(
  resource: Resource,
  user: User,
  { action, changes }: HistoryEntry,
): Readonly<Record<string, unknown>> {
  if (action === 'create' || action === 'delete') return {}
  return Object.fromEntries(
    changes
      .filter(({ field: name }) => mayRevert(user, resource.fields[name]))
      .map(({ field: name, before }) => [name, before]),
  )
}

const mayRevert = (user: User, field: Field | undefined): boolean =>
  field !== undefined && mayWrite(user, field) && kindOf(field).writeOnly !== true

/** Has the server write old values like any change, also those that are shown masked, on the version that the user looks at. */
function useRevert(resource: Resource, record: Row) {
  const provider = useProvider()
  const notify = useNotify()
  const readAgain = useReadAgain()
  const tellDone = useTellDone()
  const [isBusy, setBusy] = useState(false)
  const revert = async (entry: HistoryEntry, values: Readonly<Record<string, unknown>>) => {
    setBusy(true)
    try {
      const body = { entry: entry.id, version: record.version }
      const { data } = await provider.call('POST', `/${resource.api}/${record.id}/revert`, body)
      const request = { resource, act: { name: 'update', label: '' }, target: { record } }
      tellDone(doneOf(request, values), undoOf(request, data))
    } catch (error) {
      notify(problemOf(error).message, { type: 'error' })
    } finally {
      setBusy(false)
      readAgain(resource.name)
    }
  }
  return { revert, isBusy }
}
