import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import { type SxProps, type Theme } from '@mui/material/styles'
import { useContext, useId } from 'react'
import { useTranslate } from 'react-admin'
import { messageName } from '#schema'
import { useUser } from '../../client/session/user.ts'
import { ScreensContext } from '../../views/screens/screens.tsx'
import { ResourcesContext } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import { sidebarGroups, type SidebarGroup } from '../../views/screens/sidebarGroups.ts'
import { SidebarItem, itemStyle } from './SidebarItem.tsx'
import { Brand } from './Brand.tsx'

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
  const heading = translate(`console.groups.${messageName(group.name)}`, { _: group.name })
  const isSaid = group.entries.some(({ text: [key, english] }) => {
    return translate(key, { smart_count: 2, _: english }) === heading
  })
  return (
    <section aria-labelledby={id}>
      {/* An entry that says the same says it once for both; it stays a heading for a screen reader. */}
      <h2 id={id} className={isSaid ? 'is-said' : undefined}>
        {heading}
      </h2>
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
  '& ul': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 0.25,
    m: 0,
    p: 0,
    listStyle: 'none',
  },
  '& h2.is-said': isExpanded ? { fontSize: 0, p: 0, mt: -0.5, color: 'transparent' } : {},
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
