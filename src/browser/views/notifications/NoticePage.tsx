import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useGetOne } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'

import type { Resource } from '#schema'

import { Moment } from '../../ui/fields/Moment.tsx'
import { useUser } from '../../client/session/session.ts'
import { deletion, useAct } from '../actions/action.ts'
import { ActProvider } from '../actions/ActionProvider.tsx'
import { Failed, InsteadOf, Waiting } from '../../ui/states/StatePanels.tsx'
import { listPath } from '../../client/addresses/addresses.ts'
import { may } from '../../client/records/permitted.ts'
import { problemOf } from '../../client/http/problem.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useNoticeWords } from './noticeWords.ts'
import { ThingLink } from './ThingLink.tsx'
import { useMarkRead } from './useMarkRead.ts'
import type { NoticeRecord } from './views.tsx'
import english from '../../../texts/notifications.json'

/** One notification: message, time and the way to what it is about. Who sees it has read it. */
export function NoticePage() {
  const id = Number(useParams()['id'])
  const resource = useResourceNamed('notifications')
  const asked = useGetOne<NoticeRecord>('notifications', { id }, { retry: false })
  const { data: notice, error, refetch } = asked
  const t = useT(english)
  useMarkRead(notice)
  if (error) {
    return (
      <Box sx={{ py: 3 }}>
        <InsteadOf title={t('notifications')}>
          <Failed problem={problemOf(error)} onRetry={() => void refetch()} />
        </InsteadOf>
      </Box>
    )
  }
  if (!notice || !resource) return <Waiting />
  return (
    <ActProvider>
      <Notice {...{ notice, resource }} />
    </ActProvider>
  )
}

function Notice({ notice, resource }: { notice: NoticeRecord; resource: Resource }) {
  const { title, message } = useNoticeWords()(notice)
  return (
    <Box component="article" sx={pageStyle}>
      <title>{title}</title>
      <Typography component="h1" variant="h5" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      <Card sx={{ display: 'grid', gap: 2, p: 3 }}>
        <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{message}</Typography>
        <Times notice={notice} />
        <Box>
          <ThingLink notice={notice} />
        </Box>
      </Card>
      <Acts {...{ notice, resource }} />
    </Box>
  )
}

/** When it happened, and how often within an hour. */
function Times({ notice: { updated_at, count } }: { notice: NoticeRecord }) {
  const t = useT(english)
  return (
    <Typography variant="body2" color="text.secondary">
      <Moment value={updated_at} />
      {count > 1 && ` · ${t('happened_times', { count })}`}
    </Typography>
  )
}

function Acts({ notice, resource }: { notice: NoticeRecord; resource: Resource }) {
  const t = useT(english)
  const act = useAct()
  const user = useUser()
  const navigate = useNavigate()
  const onDone = () => void navigate(listPath(resource))
  const remove = () => act({ resource, act: deletion(t), target: { record: notice }, onDone })
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
