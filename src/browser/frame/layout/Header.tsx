import CloudOffIcon from '@mui/icons-material/CloudOff'
import DarkIcon from '@mui/icons-material/DarkModeOutlined'
import LightIcon from '@mui/icons-material/LightModeOutlined'
import MenuIcon from '@mui/icons-material/Menu'
import MenuOpenIcon from '@mui/icons-material/MenuOpen'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useTheme as useMuiTheme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { useEffect } from 'react'
import { useTheme } from 'react-admin'

import type { Http } from '../../client/http/http.ts'
import { useFeatures } from '../../views/slots.ts'
import { pointing } from '../../ui/theme/Directed.tsx'
import { useT } from '../../client/i18n/texts.ts'
import { useIsOnline } from '../../ui/useIsOnline.ts'
import { Bell } from './Bell.tsx'
import { Brand } from './Brand.tsx'
import { headerHeight } from './sidebar/Sidebar.tsx'
import { HelpMenu } from './HelpMenu.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

interface HeaderProps {
  http: Http
  isSmall: boolean
  isSidebarOpen: boolean
  onToggleSidebar: () => void
  onChangePassword: () => void
  onSignOut: () => void
}

export function Header({ isFramed, ...props }: HeaderProps & { isFramed: boolean }) {
  return (
    <Box component="header" sx={style}>
      {isFramed && <Content {...props} />}
    </Box>
  )
}

const style = {
  position: 'sticky',
  top: 0,
  zIndex: 'appBar',
  display: 'flex',
  alignItems: 'center',
  gap: { xs: 0, sm: 0.5 },
  height: headerHeight,
  px: { xs: 0.5, sm: 2 },
  // Big enough for a finger.
  '& .MuiIconButton-root': { width: { xs: 44, sm: 40 }, height: { xs: 44, sm: 40 }, p: 0 },
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
}

function Content(props: HeaderProps) {
  const { http, isSmall, isSidebarOpen, onToggleSidebar, onChangePassword, onSignOut } = props
  const t = useT()
  const tools = useFeatures().map(
    ({ HeaderTool }, at) =>
      HeaderTool && <HeaderTool key={at} {...{ http, onChangePassword, onSignOut }} />,
  )
  const label = isSidebarOpen ? t('close_menu') : t('open_menu')
  return (
    <>
      <Tooltip title={label}>
        <IconButton aria-label={label} aria-expanded={isSidebarOpen} onClick={onToggleSidebar}>
          {isSidebarOpen ? <MenuOpenIcon sx={pointing} /> : <MenuIcon />}
        </IconButton>
      </Tooltip>
      {isSmall && (
        <Box sx={{ display: { xs: 'none', sm: 'flex' } }}>
          <Brand hasName={false} />
        </Box>
      )}
      {!isSmall && tools}
      <Box sx={{ flex: 1, minWidth: 0, px: 1, textAlign: 'center' }}>
        <OfflineNotice />
      </Box>
      {/* Comes when there is more than one language. Before the others it moves none of them. */}
      <LanguageMenu http={http} />
      {isSmall && tools}
      <ThemeSwitch />
      <HelpMenu http={http} />
      <Bell />
      <UserMenu onChangePassword={onChangePassword} onSignOut={onSignOut} />
    </>
  )
}

function ThemeSwitch() {
  const t = useT()
  const [, choose] = useTheme()
  const { mode } = useMuiTheme().palette
  // Scroll bars, native controls and the plain pages follow.
  useEffect(() => {
    document.documentElement.style.colorScheme = mode
  }, [mode])
  const label = mode === 'dark' ? t('light_theme') : t('dark_theme')
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => choose(mode === 'dark' ? 'light' : 'dark')}>
        {mode === 'dark' ? <LightIcon /> : <DarkIcon />}
      </IconButton>
    </Tooltip>
  )
}

/** Says that the connection is lost. It stands in the header, on a phone just below it, and moves nothing. */
function OfflineNotice() {
  const t = useT()
  if (useIsOnline()) return null
  return (
    <Box role="alert" sx={noticeStyle}>
      <CloudOffIcon fontSize="small" />
      <Box component="span" sx={textStyle}>
        {t('offline')}
      </Box>
    </Box>
  )
}

/** A chip in its look; MUI's brings more code than the rest of the header. */
const noticeStyle = {
  position: { xs: 'fixed', md: 'static' },
  insetBlockStart: headerHeight,
  insetInline: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  boxSizing: 'border-box',
  width: 'max-content',
  maxWidth: '100%',
  height: 24,
  mx: 'auto',
  mt: { xs: 0.5, md: 0 },
  px: 1,
  borderRadius: '6px',
  bgcolor: 'warning.main',
  color: 'warning.contrastText',
  fontSize: '0.8125rem',
  fontWeight: 550,
  '& svg': { fontSize: 18 },
}

const textStyle = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
