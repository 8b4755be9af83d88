import Box from '@mui/material/Box'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import { alpha, type SxProps, type Theme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { Link, matchPath, useLocation } from 'react-router-dom'

import type { Resource } from '#schema'

import { useNames } from '../views/words.ts'
import { icons } from './icons.tsx'

interface ItemProps {
  resource: Resource
  isExpanded: boolean
  onFollow: () => void
}

export function SidebarItem({ resource, isExpanded, onFollow }: ItemProps) {
  const { many } = useNames(resource)
  const isHere = useIsHere(resource)
  const Icon = icons[resource.icon ?? 'category']
  const link = (
    <ListItemButton
      component={Link}
      to={`/${resource.routes.list}`}
      selected={isHere}
      onClick={onFollow}
      sx={itemStyle(isExpanded)}
      {...(isHere && { 'aria-current': 'page' })}
    >
      <ListItemIcon>
        <Icon fontSize="small" />
      </ListItemIcon>
      {isExpanded && <ListItemText primary={many} slotProps={{ primary: { noWrap: true } }} />}
    </ListItemButton>
  )
  return (
    <Box component="li">
      {isExpanded ? (
        link
      ) : (
        <Tooltip title={many} placement="right" enterDelay={0}>
          {link}
        </Tooltip>
      )}
    </Box>
  )
}

/** Whether the address shows a view of the resource. */
function useIsHere({ routes }: Resource): boolean {
  const { pathname } = useLocation()
  const { list, ...others } = routes
  return [`${list}/*`, ...Object.values(others)].some((path) => matchPath(`/${path}`, pathname))
}

const itemStyle =
  (isExpanded: boolean): SxProps<Theme> =>
  ({ palette }) => ({
    minHeight: 36,
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
