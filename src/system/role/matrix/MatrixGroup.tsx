import LockOutlinedIcon from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Tooltip from '@mui/material/Tooltip'
import { memo } from 'react'

import { useT, useUser } from '#browser'

import { changesOf, type Listed } from './permissionGroups.ts'
import { Section, PermissionText } from './PermissionSection.tsx'
import type { Chosen, ShownGroup } from './useMatrix.browser.ts'
import english from '../../../texts/permissions.json'

interface GroupProps {
  group: ShownGroup
  chosen: Chosen
  lockedId: string
  onToggle(): void
}

/** The permissions of one area, with one checkbox for all of them that are shown. */
export function MatrixGroup({ group, chosen, lockedId, onToggle }: GroupProps) {
  const t = useT(english)
  const { permissions: held } = useUser()
  const { title, permissions, shown, isOpen } = group
  const counted = {
    chosen: permissions.filter(({ id }) => chosen.ids.has(id)).length,
    all: permissions.length,
  }
  const hidden = permissions.length - shown.length
  const isMine = (id: number) => permissions.some((one) => one.id === id)
  const changes = changesOf(chosen.stored, chosen.ids)
  const count = (
    <>
      <ChangeCount
        added={changes.added.filter(isMine).length}
        removed={changes.removed.filter(isMine).length}
      />
      {hidden > 0 && <span>{t('count_shown', { count: shown.length })}</span>}
      <span>{t('count_of', counted)}</span>
    </>
  )
  return (
    <Section {...{ title, count, isOpen, onToggle }} control={<ChooseAll {...{ group, chosen }} />}>
      <Box sx={rows}>
        {shown.map((permission) => (
          <PermissionRow
            key={permission.id}
            {...{ permission, lockedId }}
            choose={chosen.choose}
            isChosen={chosen.ids.has(permission.id)}
            isStored={chosen.stored.has(permission.id)}
            isLocked={!held.has(permission.name)}
          />
        ))}
      </Box>
    </Section>
  )
}

const rows = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 330px), 1fr))',
  columnGap: 1,
  pl: { xs: 0, sm: 3.5 },
  pr: { xs: 0, sm: 1 },
  pb: 1.5,
}

/** Gives or takes all that is shown of an area and that the editor holds. */
function ChooseAll({ group, chosen }: Pick<GroupProps, 'group' | 'chosen'>) {
  const t = useT(english)
  const { permissions: held } = useUser()
  const { title, permissions, shown } = group
  const free = shown.filter(({ name }) => held.has(name)).map(({ id }) => id)
  const count = shown.filter(({ id }) => chosen.ids.has(id)).length
  const isSome = count > 0 && count < shown.length
  const label =
    shown.length < permissions.length
      ? t('all_shown_of', { count: shown.length, group: title })
      : t('all_of', { group: title })
  return (
    <Checkbox
      size="small"
      disabled={free.length === 0}
      checked={count === shown.length}
      indeterminate={isSome}
      onChange={() => chosen.choose(free, !free.every((id) => chosen.ids.has(id)))}
      sx={{ p: 0.75 }}
      title={label}
      slotProps={{
        input: {
          'aria-label': label,
          // MUI only says it is mixed; what the browser itself holds must say so too.
          ref: (input) => {
            if (input) input.indeterminate = isSome
          },
        },
      }}
    />
  )
}

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
const PermissionRow = memo(function PermissionRow(props: RowProps) {
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

/** `+3 −1`, and in words for those who hear it. */
function ChangeCount(counts: { added: number; removed: number }) {
  const t = useT(english)
  const signs = [
    { color: 'success.main', sign: '+', key: 'count_added', count: counts.added },
    { color: 'error.main', sign: '−', key: 'count_removed', count: counts.removed },
  ] as const
  return signs
    .filter(({ count }) => count > 0)
    .map(({ color, sign, key, count }) => {
      const label = t(key, { count })
      return (
        <Box
          key={key}
          component="span"
          role="img"
          aria-label={label}
          title={label}
          sx={{ color, fontWeight: 600 }}
        >
          {`${sign}${count}`}
        </Box>
      )
    })
}
