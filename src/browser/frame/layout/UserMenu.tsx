import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useContext } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'

import { useFeatures } from '../../views/slots.ts'
import { useHasRoute } from '../../views/screens/screens.tsx'
import { useUser } from '../../client/session/user.ts'
import { ResourcesContext } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import { cutAtEnd } from '../../ui/theme/clamped.ts'
import { HeaderMenu } from './HeaderMenu.tsx'
import { menuEntries } from '../../views/screens/sidebarGroups.ts'

interface UserMenuProps {
  onChangePassword: () => void
  onSignOut: () => void
}

/**
 * Jobs, notifications and profile for those who may, and always sign out. With the lists that the sidebar
 * leaves out and that no other record's page shows.
 */
export function UserMenu({ onChangePassword, onSignOut }: UserMenuProps) {
  const t = useT()
  const { name, email, permissions } = useUser()
  const links = useLinks()
  // Others change their password on the profile page.
  const hasProfile = permissions.has('user.profile.view')
  return (
    <HeaderMenu label={t('account', { name })} button={<Initials name={name} />}>
      {(close) => [
        <MenuItem key="who" disabled sx={whoStyle}>
          <Typography variant="subtitle2" noWrap title={name} sx={cutAtEnd}>
            {name}
          </Typography>
          <Typography variant="body2" color="text.secondary" noWrap title={email} sx={cutAtEnd}>
            {email}
          </Typography>
        </MenuItem>,
        <Divider key="line" sx={{ mb: 1 }} />,
        ...links.map(({ path, label }) => (
          <MenuItem key={path} component={Link} to={path} onClick={close}>
            {label}
          </MenuItem>
        )),
        !hasProfile && (
          <MenuItem
            key="password"
            onClick={() => {
              close()
              onChangePassword()
            }}
          >
            {t('change_password')}
          </MenuItem>
        ),
        <MenuItem key="out" onClick={onSignOut}>
          {t('sign_out')}
        </MenuItem>,
      ]}
    </HeaderMenu>
  )
}

const whoStyle = {
  display: 'block',
  py: 1,
  '&.Mui-disabled': { opacity: 1, pointerEvents: 'auto' },
} as const

function useLinks(): { path: string; label: string }[] {
  const t = useT()
  const user = useUser()
  const translate = useTranslate()
  const resources = useContext(ResourcesContext)
  const hasRoute = useHasRoute()
  const fromFeatures = useFeatures()
    .flatMap(({ userLinks = [] }) => userLinks)
    .filter(({ path, isOpen }) => hasRoute(path) && isOpen(user, resources))
    .map(({ path, label }) => ({ path, label: label(t) }))
  const lists = menuEntries({ screens: [], resources }, user)
    .filter(({ path }) => !path.startsWith('profile/'))
    .map(({ path, text: [key, english] }) => ({
      path: `/${path}`,
      label: translate(key, { smart_count: 2, _: english }),
    }))
  const hasProfile = user.permissions.has('user.profile.view') && hasRoute('/profile')
  return [
    ...fromFeatures,
    ...lists,
    ...(hasProfile ? [{ path: '/profile', label: t('profile') }] : []),
  ]
}

function Initials({ name }: { name: string }) {
  const letters = name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .filter(Boolean)
  const text = [letters[0], letters.length > 1 ? letters.at(-1) : ''].join('').toUpperCase()
  return (
    <Box
      aria-hidden
      className="initials"
      sx={{
        display: 'grid',
        placeItems: 'center',
        width: 30,
        height: 30,
        borderRadius: '50%',
        lineHeight: 1,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        fontSize: '0.75rem',
        fontWeight: 650,
      }}
    >
      {text}
    </Box>
  )
}
