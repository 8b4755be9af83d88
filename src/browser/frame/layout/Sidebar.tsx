import ExpandMore from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import { type SxProps, type Theme } from '@mui/material/styles'
import { createContext, useContext, useId } from 'react'
import { useStore, useTranslate } from 'react-admin'
import { messageName } from '#schema'
import { useUser } from '../../client/session/user.ts'
import { ScreensContext } from '../../views/screens/screens.tsx'
import { ResourcesContext } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import { sidebarGroups, type SidebarGroup } from '../../views/screens/sidebarGroups.ts'
import { SidebarItem, itemStyle, useIsAt } from './SidebarItem.tsx'
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
            <Group key={group.name} {...{ group, isLong, isExpanded, onFollow }} />
          ))}
      </Box>
    </Box>
  )
}

/** The groups that are folded until a person opens them. */
export const FoldedGroupsContext = createContext<readonly string[]>([])

/** Who sees no more entries than this sees all of them: so many stand on a small screen at once. */
const maxUnfolded = 12

/** Whether a group is open, as the person has left it on this device; otherwise the one of the page always is. */
function useOpenGroup({ name, entries }: SidebarGroup, isLong: boolean) {
  const isFolded = useContext(FoldedGroupsContext).includes(name) && isLong
  const isHere = useIsAt(entries.flatMap(({ addresses }) => addresses))
  const [chosen, choose] = useStore<boolean | undefined>(`sidebar.groups.${name}`)
  const isOpen = chosen ?? (isHere || !isFolded)
  return { isOpen, toggle: () => choose(!isOpen) }
}

function Group({
  group,
  isLong,
  ...rest
}: ContentProps & { group: SidebarGroup; isLong: boolean }) {
  const translate = useTranslate()
  const id = useId()
  const heading = translate(`console.groups.${messageName(group.name)}`, { _: group.name })
  const { isOpen, toggle } = useOpenGroup(group, isLong)
  const isSaid = group.entries.some(({ text: [key, english] }) => {
    return translate(key, { smart_count: 2, _: english }) === heading
  })
  return (
    <section aria-labelledby={id}>
      {/* An entry that says the same says it once for both; it stays a heading for a screen reader. */}
      <h2 id={id} className={isSaid ? 'is-said' : undefined}>
        {isSaid || !rest.isExpanded ? (
          heading
        ) : (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            onClick={toggle}
          >
            {heading}
            <ExpandMore fontSize="inherit" />
          </button>
        )}
      </h2>
      <ul id={`${id}-list`} hidden={!isOpen && rest.isExpanded && !isSaid}>
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
  '& ul[hidden]': { display: 'none' },
  '& h2.is-said': isExpanded ? { fontSize: 0, p: 0, mt: -0.5, color: 'transparent' } : {},
  '& h2': isExpanded
    ? {
        m: 0,
        px: 1.5,
        '& button': {
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          width: '100%',
          minHeight: { xs: 44, md: 28 },
          px: 1.25,
          border: 0,
          borderRadius: 1.5,
          bgcolor: 'transparent',
          color: 'text.secondary',
          font: 'inherit',
          fontSize: '0.75rem',
          fontWeight: 600,
          textAlign: 'start',
          cursor: 'pointer',
          '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
          '&:focus-visible': { outlineOffset: -2 },
          '& svg': { fontSize: '1rem', transition: 'transform 150ms' },
          '&[aria-expanded=false] svg': { transform: 'rotate(-90deg)' },
        },
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
