import Box from '@mui/material/Box'
import { useState } from 'react'

import { useT } from '#browser'
import { useLoaded } from '#browser/later'

import type { Listed, PermissionGroup } from './permissionGroups.ts'
import { PermissionText, Section } from './PermissionSection.tsx'
import { usePermissionGroups } from './useMatrix.browser.ts'
import english from '../../../texts/en/permissions.json'

/** The permissions that a role has, by area, for reading. */
export function GroupedPermissions({ ids }: { ids: readonly number[] }) {
  const { data, pending } = useLoaded(usePermissionGroups())
  if (!data || pending) return pending
  const isHad = ({ id }: Listed) => ids.includes(id)
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'clip', mt: 0.5 }}>
      {data
        .map((group) => ({ group, had: group.permissions.filter(isHad) }))
        .filter(({ had }) => had.length > 0)
        .map((one) => (
          <HadGroup key={one.group.title} {...one} />
        ))}
    </Box>
  )
}

function HadGroup({ group, had }: { group: PermissionGroup; had: readonly Listed[] }) {
  const t = useT(english)
  const [isOpen, setOpen] = useState(false)
  const counts = { chosen: had.length, all: group.permissions.length }
  return (
    <Section
      title={group.title}
      count={t('count_of', counts)}
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      <Box component="ul" sx={list}>
        {had.map((permission) => (
          <li key={permission.id}>
            <PermissionText permission={permission} />
          </li>
        ))}
      </Box>
    </Section>
  )
}

const list = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
  gap: 1,
  m: 0,
  p: '4px 16px 16px',
  listStyle: 'none',
}
