import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  Suspense,
  useContext,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { useStore } from 'react-admin'
import type { Http } from '../../client/http/http.ts'
import { Loading } from '../../ui/states/Loading.tsx'
import { useShortcuts } from '../../ui/keyboard/shortcutRegistry.ts'
import { SlotsContext } from '../../views/slots.ts'
import { useT } from '../../client/i18n/texts.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { ChangePassword } from './passwordQuestions.tsx'
import { Header } from './Header.tsx'
import { wideFrom } from '../../client/storage/storageKeys.ts'
import { Sidebar, SidebarDrawer } from './sidebar/Sidebar.tsx'
import { useIsFramed } from '../../ui/useIsFramed.ts'

/** Loads what attends every page. */
export const loadOwn = () => import('./Attendants.tsx')

/** Loaded after the page, which they would hold up. As soon as they are there: what is lazy in React's way may be held back. */
function LoadedAttendants(): ReactNode {
  const { loadAttendants } = useContext(SlotsContext)
  const [found, setFound] = useState<readonly ComponentType[]>([])
  useEffect(() => {
    Promise.all([loadOwn(), loadAttendants()]).then(
      ([{ Attendants }, others]) => setFound([Attendants, ...others]),
      () => undefined,
    )
  }, [loadAttendants])
  return found.map((Attendant, at) => <Attendant key={at} />)
}

interface ShellProps {
  http: Http
  onSignOut: () => void
  /** The page. */
  children: ReactNode
  /** What attends the page without being seen, once it is drawn. */
  beside?: ReactNode
}

/** Sidebar and header around a page. */
export function Shell({ http, onSignOut, children, beside }: ShellProps) {
  const t = useT()
  const isSmall = useMediaQuery<Theme>(({ breakpoints }) => breakpoints.down('md'), { noSsr: true })
  const [isExpanded, setExpanded] = useStore('sidebar.open', window.innerWidth >= wideFrom)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const [isDrawn, setDrawn] = useState(false)
  const isFramed = useIsFramed()
  const isSidebarOpen = isSmall ? isDrawerOpen : isExpanded
  const toggle = () => (isSmall ? setDrawerOpen(!isDrawerOpen) : setExpanded(!isExpanded))
  useShortcuts([{ keys: '[', label: t('toggle_menu'), group: 'general', run: toggle }])
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh', bgcolor: 'background.default' }}>
      <SkipLink>{t('skip_to_content')}</SkipLink>
      {isSmall ? (
        <SidebarDrawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
      ) : (
        <Sidebar {...{ isExpanded, isFramed }} />
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Header
          {...{ http, isSmall, isSidebarOpen, isFramed, onSignOut }}
          onToggleSidebar={toggle}
          onChangePassword={() => setChanging(true)}
        />
        <Box
          component="main"
          id="content"
          tabIndex={-1}
          sx={{
            px: { xs: 2, sm: 3 },
            '&:focus-visible': { outlineOffset: -2 },
            '& h1:focus:not(:focus-visible)': { outline: 0 },
          }}
        >
          <Breadcrumbs />
          <Suspense fallback={<Loading text={t('loading')} />}>
            {children}
            <Drawn onDrawn={setDrawn} />
          </Suspense>
        </Box>
      </Box>
      {isChanging && <ChangePassword onClose={() => setChanging(false)} />}
      {isDrawn && (
        <>
          <LoadedAttendants />
          {beside}
        </>
      )}
    </Box>
  )
}

/** Beside a page: what it is made of has come as soon as this stands. */
function Drawn({ onDrawn }: { onDrawn: (isDrawn: true) => void }) {
  useEffect(() => onDrawn(true), [onDrawn])
  return null
}

/** For people without a mouse: past the menus to the page. */
function SkipLink({ children }: { children: ReactNode }) {
  return (
    <Box
      component="a"
      href="#content"
      sx={{
        position: 'fixed',
        top: 8,
        insetInlineStart: 8,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        '&:not(:focus)': { clipPath: 'inset(50%)' },
      }}
    >
      {children}
    </Box>
  )
}
