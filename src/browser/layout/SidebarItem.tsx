import Box from '@mui/material/Box'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import { alpha, useTheme, type SxProps, type Theme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'react-admin'
import { matchPath } from 'react-router-dom'

import { FrameLink, usePathname } from '../navigation.tsx'
import { icons } from './icons.tsx'
import type { SidebarEntry } from './sidebarGroups.ts'

interface ItemProps {
  entry: SidebarEntry
  isExpanded: boolean
  onFollow: () => void
}

export function SidebarItem({ entry, isExpanded, onFollow }: ItemProps) {
  const translate = useTranslate()
  const [key, english] = entry.text
  const text = translate(key, { smart_count: 2, _: english })
  const isHere = useIsHere(entry)
  const Icon = icons[entry.icon]
  const side = useTheme().direction === 'rtl' ? 'left' : 'right'
  const link = (
    <ListItemButton
      component={FrameLink}
      to={`/${entry.path}`}
      selected={isHere}
      onClick={onFollow}
      sx={itemStyle(isExpanded)}
      {...(isHere && { 'aria-current': 'page' })}
    >
      <ListItemIcon>
        <Icon fontSize="small" />
      </ListItemIcon>
      {isExpanded && <ListItemText primary={text} slotProps={{ primary: { noWrap: true } }} />}
    </ListItemButton>
  )
  return (
    <Box component="li">
      {isExpanded ? (
        link
      ) : (
        <Tooltip title={text} placement={side} enterDelay={0}>
          {link}
        </Tooltip>
      )}
    </Box>
  )
}

function useIsHere({ addresses }: SidebarEntry): boolean {
  const pathname = usePathname()
  return addresses.some((path) => matchPath(`/${path}`, pathname))
}

const itemStyle =
  (isExpanded: boolean): SxProps<Theme> =>
  ({ palette }) => ({
    minHeight: { xs: 44, md: 36 },
    mx: 1.5,
    px: isExpanded ? 1.25 : 0,
    py: 0.5,
    justifyContent: isExpanded ? 'initial' : 'center',
    borderRadius: 1.5,
    color: palette.text.secondary,
    '& .MuiListItemIcon-root': {
      minWidth: isExpanded ? 32 : 0,
      color: 'inherit',
    },
    '& .MuiListItemText-primary': { fontSize: '0.875rem', fontWeight: 500 },
    '&:hover': { color: palette.text.primary },
    '&.Mui-selected, &.Mui-selected:hover': {
      color: palette.primary.main,
      backgroundColor: alpha(palette.primary.main, 0.1),
    },
    '&.Mui-selected .MuiListItemText-primary': { fontWeight: 600 },
  })
