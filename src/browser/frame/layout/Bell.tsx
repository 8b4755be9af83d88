import NotificationsIcon from '@mui/icons-material/NotificationsNone'
import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'

import { CountBadge } from '../../ui/CountBadge.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { useHasRoute } from '../../views/screens/screens.tsx'
import { useSession } from '../../client/session/session.ts'
import { useUser } from '../../client/session/user.ts'
import { useT, type Translate } from '../../client/i18n/texts.ts'
import { HeaderMenu } from './HeaderMenu.tsx'
import type { NoticeItemProps } from './NoticeItem.tsx'

const all = '/profile/notifications'

const LateItem = lazyPart(async () => (await import('./NoticeItem.tsx')).NoticeItem)

/** The menu gives the item itself what moves the focus. */
const NoticeItem = (props: NoticeItemProps) => (
  <Suspense>
    <LateItem {...props} />
  </Suspense>
)

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
    <HeaderMenu
      label={bellLabel(t, total)}
      button={badge}
      width={340}
      onNear={() => void LateItem.load()}
    >
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
