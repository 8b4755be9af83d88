import LockOutlinedIcon from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Tooltip from '@mui/material/Tooltip'
import { memo } from 'react'

import { useT } from '#browser'

import type { Listed } from './permissionGroups.ts'
import { PermissionText } from './PermissionSection.tsx'
import english from '../../../texts/en/permissions.json'

interface RowProps {
  permission: Listed
  isChosen: boolean
  isStored: boolean
  /** The editor does not hold it: `lockedId` is the element that says so. */
  isLocked: boolean
  lockedId: string
  choose(ids: readonly number[], isChosen: boolean): void
}

/** One permission with its checkbox. Of a hundred and sixty, only the one that was ticked is drawn anew. */
export const PermissionRow = memo(function PermissionRow(props: RowProps) {
  const { permission, isChosen, isStored, isLocked, lockedId, choose } = props
  const t = useT(english)
  const row = (
    <Box component="label" sx={{ ...line, cursor: isLocked ? 'default' : 'pointer' }}>
      <Checkbox
        size="small"
        disabled={isLocked}
        checked={isChosen}
        onChange={() => choose([permission.id], !isChosen)}
        sx={{ p: 0.75 }}
        slotProps={{ input: isLocked ? { 'aria-describedby': lockedId } : {} }}
      />
      <Box component="span" sx={{ minWidth: 0, pt: 0.5, flex: 1 }}>
        <PermissionText permission={permission} />
      </Box>
      {isLocked && <LockOutlinedIcon sx={{ mt: 0.75, fontSize: 16, color: 'text.secondary' }} />}
      {isChosen !== isStored && <ChangeMark isAdded={isChosen} />}
    </Box>
  )
  if (!isLocked) return row
  return (
    <Tooltip describeChild title={t('permission_locked')} placement="top-start">
      {row}
    </Tooltip>
  )
})

/** The word for it, on a narrow screen the sign. */
function ChangeMark({ isAdded }: { isAdded: boolean }) {
  const t = useT(english)
  return (
    <Box
      component="span"
      aria-hidden
      sx={{ ...mark, color: isAdded ? 'success.main' : 'error.main' }}
    >
      <Box component="span" sx={{ display: { sm: 'none' } }}>
        {isAdded ? '+' : '−'}
      </Box>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {isAdded ? t('added') : t('removed')}
      </Box>
    </Box>
  )
}

const mark = { mt: 0.75, fontSize: '0.75rem', fontWeight: 600 }

const line = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 0.5,
  pl: 0.75,
  pr: 1.5,
  py: 0.5,
  borderRadius: 1,
  '&:hover': { bgcolor: 'action.hover' },
}
