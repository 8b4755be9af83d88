import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'

import { messageName } from '#schema'

import { useUser } from '../../client/session/user.ts'
import { useApiQuery } from '../../client/records/useApiQuery.ts'
import { useT } from '../../client/i18n/texts.ts'
import { Section } from './Section.tsx'
import english from '../../../texts/en/profile.json'

interface Permission {
  readonly name: string
  readonly group: string | null
  readonly description: string | null
}

/** What the user may do, under the headings of the role editor. */
export function OwnPermissions() {
  const t = useT(english)
  const permissions = useOwnPermissions()
  if (!permissions) return null
  const groups = [...new Set(permissions.map(({ group }) => group ?? ''))]
  return (
    <Section title={t('own_permissions')}>
      {permissions.length === 0 && (
        <Typography color="text.secondary">{t('no_permissions')}</Typography>
      )}
      {groups.map((group) => (
        <Group
          key={group}
          group={group}
          members={permissions.filter((one) => (one.group ?? '') === group)}
        />
      ))}
    </Section>
  )
}

/** A server that tells no more than the names leaves the first word of each as its heading. */
function useOwnPermissions(): readonly Permission[] | undefined {
  const { permissions } = useUser()
  const names = [...permissions].sort()
  const { data, error } = useApiQuery<Permission[]>({
    queryKey: ['profile', 'permissions', names],
    path: '/profile/permissions',
    staleTime: 60_000,
  })
  const plain = (name: string) => ({ name, group: name.split('.')[0] ?? '', description: null })
  return data ?? (error ? names.map(plain) : undefined)
}

function Group({ group, members }: { group: string; members: readonly Permission[] }) {
  const translate = useTranslate()
  const title = translate(`permission_groups.${messageName(group)}`, { _: group })
  return (
    <Box component="details" sx={groupStyle}>
      <summary>
        {title}{' '}
        <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
          {members.length}
        </Box>
      </summary>
      <Box component="ul" sx={listStyle}>
        {members.map(({ name, description }) => (
          <li key={name}>
            {description && translate(`permissions.${name}`, { _: description })}
            <Box component="code" sx={codeStyle}>
              <bdi>{name}</bdi>
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  )
}

const groupStyle = {
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0 },
  '& summary': { py: 1.25, cursor: 'pointer', fontWeight: 550 },
} as const

const listStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
  columnGap: 3,
  rowGap: 1,
  m: 0,
  pb: 2,
  px: 2,
  listStyle: 'none',
  fontSize: '0.875rem',
} as const

const codeStyle = {
  display: 'block',
  color: 'text.secondary',
  fontSize: '0.8125rem',
  overflowWrap: 'anywhere',
} as const
