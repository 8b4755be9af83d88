import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'

import { useSession } from '../../client/session/session.ts'
import { useFilters } from '../list/listAddress.ts'
import { useT } from '../../client/i18n/texts.ts'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import { useReadAll } from './useReadAll.ts'
import english from '../../../texts/en/notifications.json'

const unreadKey = 'read_at_empty'

/** Above the list of notifications: only the unread ones, and all of them marked as read. */
export function NoticeTools() {
  const t = useT(english)
  const { values, set } = useFilters()
  const { total_notifications: unread = 0 } = useSession() ?? {}
  const { isBusy, readAll } = useReadAll()
  const isOnlyUnread = String(values[unreadKey]) === 'true'
  return (
    <Box sx={toolsStyle}>
      <ToggleButton
        size="small"
        value="unread"
        selected={isOnlyUnread}
        onChange={() => set({ [unreadKey]: isOnlyUnread ? undefined : 'true' })}
        sx={{ py: 0.5, textTransform: 'none' }}
      >
        {t('only_unread')}
      </ToggleButton>
      <SteadyButton isOff={isBusy || unread === 0} onClick={() => void readAll()}>
        {t('mark_all_read')}
      </SteadyButton>
    </Box>
  )
}

const toolsStyle = {
  display: 'flex',
  alignItems: 'center',
  columnGap: { xs: 0.5, sm: 1 },
  // Big enough for a finger; a button that does not fit goes below the other, its words stay together.
  flexWrap: 'wrap',
  '& button': {
    minHeight: { xs: 44, sm: 'auto' },
    px: { xs: 0.75, sm: 1.5 },
    fontSize: { xs: '0.8125rem', sm: '0.875rem' },
    whiteSpace: 'nowrap',
  },
  '& .MuiButton-root': { px: { xs: 0.25, sm: 1 } },
} as const
