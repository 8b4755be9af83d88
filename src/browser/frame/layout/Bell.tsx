import NotificationsIcon from '@mui/icons-material/NotificationsNone'
import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'

import { CountBadge } from '../../ui/CountBadge.tsx'
import { Moment } from '../../ui/fields/dates/dates.tsx'
import { useHasRoute } from '../../views/screens/screens.tsx'
import { useNoticeTexts } from '../../views/notifications/noticeViews.tsx'
import { useSession, type Notice } from '../../client/session/session.ts'
import { useUser } from '../../client/session/user.ts'
import { useT, type Translate } from '../../client/i18n/texts.ts'
import { HeaderMenu } from './HeaderMenu.tsx'

const all = '/profile/notifications'
const noticePath = ({ id }: Notice) => `/profile/notification/${id}`

/** Above this total the bell goes to the rest. */
const few = 3
const badgeText = (total: number) => (total >= 99 ? '99+' : total)

export function Bell() {
  const t = useT()
  const mayView = useUser().permissions.has('user.profile.notification.view')
  const { notifications = [], total_notifications: total = 0 } = useSession() ?? {}
  const hasAll = useHasRoute()(all)
  if (!mayView) return null
  const badge = (
    <CountBadge count={badgeText(total)}>
      <NotificationsIcon />
    </CountBadge>
  )
  return (
    <HeaderMenu label={bellLabel(t, total)} button={badge} width={340}>
      {(close) => [
        notifications.length === 0 && (
          <MenuItem key="none" disabled sx={noneStyle}>
            {t('no_messages')}
          </MenuItem>
        ),
        ...notifications.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} onFollow={close} />
        )),
        total > few && hasAll && <Divider key="line" />,
        total > few && hasAll && (
          <MenuItem key="more" component={Link} to={all} onClick={close} sx={moreStyle}>
            {t('see_more')}
          </MenuItem>
        ),
      ]}
    </HeaderMenu>
  )
}

const moreStyle = { justifyContent: 'center' } as const
const noneStyle = {
  ...moreStyle,
  py: 2,
  color: 'text.secondary',
  '&.Mui-disabled': { opacity: 1 },
} as const

const bellLabel = (t: Translate, count: number) =>
  count > 0 ? t('notifications_count', { count }) : t('notifications')

interface ItemProps {
  notice: Notice
  onFollow: () => void
  /** What MUI's menu gives its items, to move the focus among them. */
  autoFocus?: boolean
  tabIndex?: number
}

function NoticeItem({ notice, onFollow, ...focus }: ItemProps) {
  const to = noticePath(notice)
  const link = useHasRoute()(to) ? { component: Link, to } : {}
  const { title, message } = useNoticeTexts()(notice.data)
  return (
    <MenuItem {...focus} {...link} onClick={onFollow} sx={itemStyle}>
      <Typography variant="subtitle2">{title}</Typography>
      <Typography variant="body2" color="text.secondary">
        {message}
      </Typography>
      <Typography variant="caption" color="text.secondary">
        <Moment value={notice.updated_at} ago />
      </Typography>
    </MenuItem>
  )
}

const itemStyle = { display: 'block', py: 1, whiteSpace: 'normal', overflowWrap: 'anywhere' }
