import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import { type SxProps, type Theme, alpha, useTheme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { useContext, useId } from 'react'
import { useTranslate } from 'react-admin'
import { matchPath } from 'react-router-dom'

import { messageName } from '#schema'

import { useUser } from '../../client/session/session.ts'
import { ScreensContext } from '../../views/screens/screens.tsx'
import { ResourcesContext } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import {
  sidebarGroups,
  type SidebarGroup,
  type SidebarEntry,
} from '../../views/screens/sidebarGroups.ts'
import { FrameLink, usePathname } from '../../client/addresses/navigation.tsx'
import { icons } from '../../ui/icons.tsx'
import mark from '../../favicon.svg'

/** 64 and 20 units of 4 px (specification 2). */
const wide = 256
const narrow = 80

export const headerHeight = 56

/** The sidebar beside the page; collapsed, it shows icons only. */
export function Sidebar({ isExpanded, isFramed }: { isExpanded: boolean; isFramed: boolean }) {
  return (
    <Box
      sx={{
        displayPrint: 'none',
        position: 'sticky',
        top: 0,
        flexShrink: 0,
        display: 'flex',
        flexDirection: 'column',
        width: isExpanded ? wide : narrow,
        height: '100dvh',
        borderInlineEnd: ({ palette }) => `1px solid ${palette.divider}`,
        bgcolor: 'background.paper',
      }}
    >
      <SidebarContent {...{ isExpanded, isFramed }} onFollow={() => undefined} />
    </Box>
  )
}

/** The sidebar over the page, on small screens: Escape, a click outside and every link close it. */
export function SidebarDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT()
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': t('menu'),
          sx: { width: wide },
        },
      }}
    >
      <SidebarContent isExpanded onFollow={onClose} />
    </Drawer>
  )
}

interface ContentProps {
  isExpanded: boolean
  onFollow: () => void
}

function SidebarContent({
  isExpanded,
  isFramed = true,
  onFollow,
}: ContentProps & { isFramed?: boolean }) {
  const t = useT()
  const resources = useContext(ResourcesContext)
  const screens = useContext(ScreensContext)
  const groups = sidebarGroups({ screens, resources }, useUser())
  return (
    <Box
      component="nav"
      aria-label={t('main_menu')}
      sx={[navStyle, groupStyle(isExpanded), itemStyle(isExpanded)].flat() as SxProps<Theme>}
    >
      <Box
        sx={{
          flexShrink: 0,
          display: 'flex',
          alignItems: 'center',
          justifyContent: isExpanded ? 'initial' : 'center',
          height: headerHeight,
          px: isExpanded ? 2.5 : 0,
        }}
      >
        <Brand hasName={isExpanded} />
      </Box>
      <Box sx={{ flex: 1, overflowY: 'auto', overflowX: 'hidden', pb: 2, scrollbarWidth: 'thin' }}>
        {isFramed &&
          groups.map((group) => (
            <Group key={group.name} group={group} isExpanded={isExpanded} onFollow={onFollow} />
          ))}
      </Box>
    </Box>
  )
}

function Group({ group, ...rest }: ContentProps & { group: SidebarGroup }) {
  const translate = useTranslate()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{translate(`console.groups.${messageName(group.name)}`, { _: group.name })}</h2>
      <ul>
        {group.entries.map((entry) => (
          <SidebarItem key={entry.name} entry={entry} {...rest} />
        ))}
      </ul>
    </section>
  )
}

const navStyle: SxProps<Theme> = { display: 'flex', flexDirection: 'column', minHeight: 0 }

/** Collapsed, a heading is a hairline for the eye and still a heading for a screen reader. */
const groupStyle = (isExpanded: boolean): SxProps<Theme> => ({
  '& section': { pt: isExpanded ? 1.5 : 0.5 },
  '& ul': { display: 'grid', gap: 0.25, m: 0, p: 0, listStyle: 'none' },
  '& h2': isExpanded
    ? {
        m: 0,
        px: 2.75,
        pb: 0.5,
        color: 'text.secondary',
        fontSize: '0.75rem',
        fontWeight: 600,
        lineHeight: 1.5,
      }
    : {
        height: '1px',
        mx: 2.5,
        mb: 0.5,
        overflow: 'hidden',
        bgcolor: 'divider',
        color: 'transparent',
        fontSize: 0,
      },
})

interface ItemProps {
  entry: SidebarEntry
  isExpanded: boolean
  onFollow: () => void
}

function SidebarItem({ entry, isExpanded, onFollow }: ItemProps) {
  const translate = useTranslate()
  const [key, english] = entry.text
  const text = translate(key, { smart_count: 2, _: english })
  const isHere = useIsHere(entry)
  const Icon = icons[entry.icon]
  const link = (
    <FrameLink
      to={`/${entry.path}`}
      className="sidebar-link"
      onClick={onFollow}
      {...(isHere && { 'aria-current': 'page' })}
    >
      <Icon fontSize="small" />
      {isExpanded && <span>{text}</span>}
    </FrameLink>
  )
  return <li>{isExpanded ? link : <Named text={text}>{link}</Named>}</li>
}

/** Where only the icon shows, its name stands beside it for who points at it. */
function Named({ text, children }: { text: string; children: React.ReactElement }) {
  const side = useTheme().direction === 'rtl' ? 'left' : 'right'
  return (
    <Tooltip title={text} placement={side} enterDelay={0}>
      {children}
    </Tooltip>
  )
}

function useIsHere({ addresses }: SidebarEntry): boolean {
  const pathname = usePathname()
  return addresses.some((path) => matchPath(`/${path}`, pathname))
}

/** The look of all items, said once: a styled component for each costs as much as a page of rows. */
const itemStyle = (isExpanded: boolean): SxProps<Theme> => ({
  '& .sidebar-link': {
    typography: 'body1',
    display: 'flex',
    alignItems: 'center',
    justifyContent: isExpanded ? 'initial' : 'center',
    gap: 1.5,
    boxSizing: 'border-box',
    minHeight: { xs: 44, md: 36 },
    mx: 1.5,
    px: isExpanded ? 1.25 : 0,
    py: 0.5,
    borderRadius: 1.5,
    color: 'text.secondary',
    fontSize: '0.875rem',
    fontWeight: 500,
    textDecoration: 'none',
    '& span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
    '&:focus-visible': { outlineOffset: -2 },
    '&[aria-current=page]': {
      color: 'primary.main',
      backgroundColor: ({ palette }: Theme) => alpha(palette.primary.main, 0.1),
      fontWeight: 600,
    },
    '@media (forced-colors: active)': {
      '&[aria-current=page]': { outline: '1px solid Highlight', outlineOffset: -1 },
    },
  },
})

/** The mark and, where there is room, the name; it leads to the user's first screen. */
export function Brand({ hasName = true }: { hasName?: boolean }) {
  return (
    <Box
      component={FrameLink}
      to="/"
      aria-label="Leadgate"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1.25,
        minHeight: { xs: 44, sm: 0 },
        borderRadius: 1,
        color: 'text.primary',
        fontSize: '1.0625rem',
        fontWeight: 650,
        letterSpacing: '-0.015em',
        textDecoration: 'none',
      }}
    >
      <img src={mark} alt="" width={28} height={28} />
      {hasName && 'Leadgate'}
    </Box>
  )
}
