import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'
import { useGetOne } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'

import type { Resource, User } from '#schema'

import { Moment } from '../../ui/fields/dates/dates.tsx'
import { useUser } from '../../client/session/user.ts'
import { deletion, useStartAction } from '../actions/action.ts'
import { ActionProvider } from '../actions/ActionProvider.tsx'
import { useSettled } from '../../ui/states/Loading.tsx'
import { InsteadOf, Waiting } from '../../ui/states/StatePanels.tsx'
import { listPath, pathOf } from '../../client/addresses/addresses.ts'
import { may } from '../../client/records/permitted.ts'
import { useResourceNamed, useResources } from '../../client/records/resources.ts'
import { useT, useNames } from '../../client/i18n/texts.ts'
import type { NoticeTarget } from '../resourceViews.ts'
import { RecordFailed } from '../RecordFailed.tsx'
import { SlotsContext } from '../slots.ts'
import { useNoticeTexts, type NoticeRecord } from './noticeCells.tsx'
import { useProvider } from '../../client/records/provider.ts'
import english from '../../../texts/en/notifications.json'
import { PageHeading } from '../../ui/PageTitle.tsx'

/** One notification: message, time and the way to what it is about. Who sees it has read it. */
export function NoticePage() {
  const id = Number(useParams()['id'])
  const resource = useResourceNamed('notifications')
  const asked = useGetOne<NoticeRecord>('notifications', { id }, { retry: false })
  const { data, error, refetch } = asked
  const notice = useSettled(data)
  const t = useT(english)
  useMarkRead(notice)
  if (resource && error) {
    return (
      <Box sx={{ py: 3 }}>
        <InsteadOf title={t('notifications')}>
          <RecordFailed {...{ resource, error }} onRetry={() => void refetch()} />
        </InsteadOf>
      </Box>
    )
  }
  if (!notice || !resource) return <Waiting />
  return (
    <ActionProvider>
      <Notice {...{ notice, resource }} />
    </ActionProvider>
  )
}

function Notice({ notice, resource }: { notice: NoticeRecord; resource: Resource }) {
  const t = useT(english)
  const { title, message } = useNoticeTexts()(notice)
  return (
    <Box component="article" sx={pageStyle}>
      <PageHeading title={title} sx={{ overflowWrap: 'anywhere' }} />
      <Card sx={{ display: 'grid', gap: 2, p: 3 }}>
        <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{message}</Typography>
        <Typography variant="body2" color="text.secondary">
          <Moment value={notice.updated_at} ago />
          {notice.count > 1 && ` · ${t('happened_times', { count: notice.count })}`}
        </Typography>
        <Box>
          <ThingLink notice={notice} />
        </Box>
      </Card>
      <NoticeActions {...{ notice, resource }} />
    </Box>
  )
}

function NoticeActions({ notice, resource }: { notice: NoticeRecord; resource: Resource }) {
  const t = useT(english)
  const startAction = useStartAction()
  const user = useUser()
  const navigate = useNavigate()
  const onDone = () => void navigate(listPath(resource))
  const remove = () =>
    startAction({ resource, action: deletion(t), target: { record: notice }, onDone })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button variant="outlined" component={Link} to={listPath(resource)}>
        {t('all_notifications')}
      </Button>
      {may(resource, 'delete', user, notice) && (
        <Button color="error" onClick={remove}>
          {t('delete')}
        </Button>
      )}
    </Box>
  )
}

const pageStyle = {
  display: 'grid',
  gap: 2,
  py: 3,
  maxWidth: 720,
  // Big enough for a finger.
  '& .MuiButton-root': { minHeight: { xs: 44, sm: 'auto' } },
}

/** The way to where something can be done about it, or else to what it is about: for those who may see it and while it is there. */
function ThingLink({ notice }: { notice: NoticeRecord }) {
  const listed = useNoticeTarget(notice)
  const about = useResourceNamed(notice.resource ?? '')
  const user = useUser()
  const { record_id: id } = notice
  if (notice.event.endsWith('_deleted')) return null
  const { resource = about, target = id === null ? undefined : { id } } = listed ?? {}
  if (!resource || !target) return null
  if ('filter' in target) return <OpenList {...{ resource, target }} />
  const to = thingPath(resource, user, target.id)
  return to === undefined ? null : <Open {...{ resource, to }} />
}

/** What the declared views open for the message, if the user may see it. */
function useNoticeTarget({ event, record_id, values }: NoticeRecord) {
  const { views = {} } = useContext(SlotsContext)
  const resources = useResources()
  const user = useUser()
  for (const resource of resources) {
    const target = views[resource.name]?.notices?.[event]?.({ record_id, values: Object(values) })
    if (target && may(resource, 'list', user)) return { resource, target }
  }
  return undefined
}

type ListTarget = Extract<NoticeTarget, { filter: object }>

function OpenList({ resource, target }: { resource: Resource; target: ListTarget }) {
  const t = useT(english)
  const label = useNames(resource).many
  const { filter, view } = target
  const search = new URLSearchParams({ ...(view && { view }), filter: JSON.stringify(filter) })
  return (
    <Button variant="contained" component={Link} to={`${listPath(resource)}?${search}`}>
      {t('open_the_list', { label })}
    </Button>
  )
}

function Open({ resource, to }: { resource: Resource; to: string }) {
  const t = useT(english)
  const one = useNames(resource).one.toLowerCase()
  return (
    <Button variant="contained" component={Link} to={to}>
      {t('open_the_one', { one })}
    </Button>
  )
}

/** Only the id is known here; whether the very record may be seen the server says when it is opened. */
function thingPath(resource: Resource, user: User, id: number): string | undefined {
  const mayShow = may(resource, 'show', user)
  const mayEdit = resource.operations.includes('edit') && may(resource, 'edit', user)
  const hasOwnShow = resource.routes.show !== undefined || resource.show !== undefined
  if (mayShow && (hasOwnShow || !mayEdit)) return pathOf(resource, 'show', id)
  return mayEdit ? pathOf(resource, 'edit', id) : undefined
}

/** Tells the server that a notification is read, again when it rings anew while it is looked at. */
function useMarkRead(notice: NoticeRecord | undefined): void {
  const provider = useProvider()
  const queryClient = useQueryClient()
  const api = useResourceNamed('notifications')?.api
  const { id, read_at } = notice ?? {}
  const isUnread = id !== undefined && read_at === null
  useEffect(() => {
    if (!isUnread) return
    provider.call('POST', `/${api}/${id}/read`).then(
      () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
      // It stays unread, and is marked when it is opened again.
      () => undefined,
    )
  }, [isUnread, id, api, provider, queryClient])
}
