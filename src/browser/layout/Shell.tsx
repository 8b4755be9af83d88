import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Suspense, useState, type ReactNode } from 'react'
import { useStore } from 'react-admin'

import type { Http } from '../http.ts'
import { Loading } from '../Loading.tsx'
import { useText } from '../views/words.ts'
import { ChangePassword } from './LazyChangePassword.tsx'
import { Header } from './Header.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { Sidebar, SidebarDrawer } from './Sidebar.tsx'

interface ShellProps {
  http: Http
  onSignOut: () => void
  /** The page. */
  children: ReactNode
}

/** Sidebar and header around a page. */
export function Shell({ http, onSignOut, children }: ShellProps) {
  const say = useText()
  const isSmall = useMediaQuery<Theme>(({ breakpoints }) => breakpoints.down('md'), { noSsr: true })
  const [isExpanded, setExpanded] = useStore('sidebar.open', true)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const isSidebarOpen = isSmall ? isDrawerOpen : isExpanded
  const toggle = () => (isSmall ? setDrawerOpen(!isDrawerOpen) : setExpanded(!isExpanded))
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh', bgcolor: 'background.default' }}>
      <SkipLink>{say('skip', 'Skip to content')}</SkipLink>
      {isSmall ? (
        <SidebarDrawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
      ) : (
        <Sidebar isExpanded={isExpanded} />
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Header
          {...{ http, isSmall, isSidebarOpen, onSignOut }}
          onToggleSidebar={toggle}
          onChangePassword={() => setChanging(true)}
        />
        <OfflineNotice />
        <Box component="main" id="content" tabIndex={-1} sx={{ px: { xs: 2, sm: 3 }, outline: 0 }}>
          <Suspense fallback={<Loading text={say('loading', 'Loading')} />}>{children}</Suspense>
        </Box>
      </Box>
      <Suspense>
        {isChanging && <ChangePassword http={http} onClose={() => setChanging(false)} />}
      </Suspense>
    </Box>
  )
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
        left: 8,
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
