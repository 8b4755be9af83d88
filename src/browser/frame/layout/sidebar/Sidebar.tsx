import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import type { SxProps, Theme } from '@mui/material/styles'
import { useContext } from 'react'
import { useUser } from '../../../client/session/user.ts'
import { ScreensContext } from '../../../views/screens/screens.tsx'
import { ResourcesContext } from '../../../client/records/resources.ts'
import { useT } from '../../../client/i18n/texts.ts'
import { sidebarGroups } from '../../../views/screens/sidebarGroups.ts'
import { itemStyle } from './SidebarItem.tsx'
import { Brand } from '../Brand.tsx'
import { groupStyle } from './groupStyle.ts'
import { type ContentProps, SidebarSection } from './SidebarSection.tsx'

/** 64 and 20 units of 4 px. */
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

function SidebarContent({
  isExpanded,
  isFramed = true,
  onFollow,
}: ContentProps & { isFramed?: boolean }) {
  const t = useT()
  const resources = useContext(ResourcesContext)
  const screens = useContext(ScreensContext)
  const groups = sidebarGroups({ screens, resources }, useUser())
  const isLong = groups.flatMap(({ entries }) => entries).length > maxUnfolded
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
      <Box
        className="sidebar-entries"
        sx={{ flex: 1, overflowY: 'auto', overflowX: 'hidden', pb: 2, scrollbarWidth: 'thin' }}
      >
        {isFramed &&
          groups.map((group) => (
            <SidebarSection key={group.name} {...{ group, isLong, isExpanded, onFollow }} />
          ))}
      </Box>
    </Box>
  )
}

/** Who sees no more entries than this sees all of them: so many stand on a small screen at once. */
const maxUnfolded = 12

const navStyle: SxProps<Theme> = { display: 'flex', flexDirection: 'column', minHeight: 0 }
