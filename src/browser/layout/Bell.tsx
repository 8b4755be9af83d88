import NotificationsIcon from '@mui/icons-material/NotificationsNone'
import Badge from '@mui/material/Badge'
import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'

import { momentText } from '../fields/dates.ts'
import { useHasRoute } from '../hasRoute.ts'
import { useSession, useUser, type Notice } from '../session.ts'
import { useText } from '../views/words.ts'
import { HeaderMenu } from './HeaderMenu.tsx'

/** Addresses of specification 2. */
const all = '/profile/notifications'
const noticePath = ({ id }: Notice) => `/profile/notification/${id}`

/** Above this total the bell leads to the rest. */
const few = 3
const badgeText = (total: number) => (total >= 99 ? '99+' : total)

export function Bell() {
  const say = useText()
  const user = useUser()
  const { notifications = [], total_notifications: total = 0 } = useSession() ?? {}
  const hasAll = useHasRoute(all)
  if (!user.permissions.has('user.profile.notification.view')) return null
  const badge = (
    <Badge badgeContent={badgeText(total)} color="primary">
      <NotificationsIcon />
    </Badge>
  )
  return (
    <HeaderMenu label={bellLabel(say, total)} button={badge} width={340}>
      {(close) => [
        notifications.length === 0 && (
          <MenuItem
            key="none"
            disabled
            sx={{
              justifyContent: 'center',
              py: 2,
              color: 'text.secondary',
              '&.Mui-disabled': { opacity: 1 },
            }}
          >
            {say('no_messages', 'no messages')}
          </MenuItem>
        ),
        ...notifications.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} onFollow={close} />
        )),
        total > few && hasAll && <Divider key="line" />,
        total > few && hasAll && (
          <MenuItem
            key="more"
            component={Link}
            to={all}
            onClick={close}
            sx={{ justifyContent: 'center' }}
          >
            {say('see_more', 'See more')}
          </MenuItem>
        ),
      ]}
    </HeaderMenu>
  )
}

const bellLabel = (say: ReturnType<typeof useText>, count: number) =>
  count > 0
    ? say('notifications_count', 'Notifications (%{count})', { count })
    : say('notifications', 'Notifications')

function NoticeItem({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const to = noticePath(notice)
  const link = useHasRoute(to) ? { component: Link, to } : {}
  const { title, message } = notice.data
  return (
    <MenuItem {...link} onClick={onFollow} sx={{ display: 'block', py: 1, whiteSpace: 'normal' }}>
      <Typography variant="subtitle2">{title}</Typography>
      <Typography variant="body2" color="text.secondary">
        {message}
      </Typography>
      <Typography variant="caption" color="text.secondary">
        {momentText(notice.updated_at)}
      </Typography>
    </MenuItem>
  )
}
