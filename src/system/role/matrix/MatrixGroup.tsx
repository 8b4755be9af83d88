import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'

import { useT, useUser } from '#browser'

import { changesOf } from './permissionGroups.ts'
import { Section } from './PermissionSection.tsx'
import type { Chosen, ShownGroup } from './useMatrix.browser.ts'
import english from '../../../texts/en/permissions.json'
import { PermissionRow } from './PermissionRow.tsx'

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
