import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useGetOne } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'

import type { Resource } from '#schema'

import { Moment } from '../../ui/fields/dates/dates.tsx'
import { useUser } from '../../client/session/user.ts'
import { deletion, useStartAction } from '../actions/action.ts'
import { ActionProvider } from '../actions/ActionProvider.tsx'
import { useSettled } from '../../ui/states/Loading.tsx'
import { InsteadOf, Waiting } from '../../ui/states/StatePanels.tsx'
import { listPath } from '../../client/addresses/addresses.ts'
import { may } from '../../client/records/permitted.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import { RecordFailed } from '../RecordFailed.tsx'
import { useNoticeTexts, type NoticeRecord } from './noticeCells.tsx'
import { useMarkRead } from './useMarkRead.ts'
import { ThingLink } from './ThingLink.tsx'
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
