import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'

import { Moment } from '../../ui/fields/dates/dates.tsx'
import { useHasRoute } from '../../views/screens/screens.tsx'
import { useNoticeTexts } from '../../views/notifications/noticeCells.tsx'
import type { Notice } from '../../client/session/session.ts'
import { useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/en/notifications.json'

export interface NoticeItemProps {
  notice: Notice
  onFollow: () => void
  /** What MUI's menu gives its items, to move the focus among them. */
  autoFocus?: boolean
  tabIndex?: number
}

/** A message in the menu of the bell. */
export function NoticeItem({ notice, onFollow, ...focus }: NoticeItemProps) {
  const t = useT(english)
  const to = `/profile/notification/${notice.id}`
  const link = useHasRoute()(to) ? { component: Link, to } : {}
  const { title, message } = useNoticeTexts()(notice.data)
  const { count = 1 } = notice.data
  return (
    <MenuItem {...focus} {...link} onClick={onFollow} sx={itemStyle}>
      <Typography variant="subtitle2">{title}</Typography>
      <Typography variant="body2" color="text.secondary">
        {message}
      </Typography>
      <Typography variant="caption" color="text.secondary">
        <Moment value={notice.updated_at} ago />
        {count > 1 && ` · ${t('happened_times', { count })}`}
      </Typography>
    </MenuItem>
  )
}

const itemStyle = { display: 'block', py: 1, whiteSpace: 'normal', overflowWrap: 'anywhere' }
