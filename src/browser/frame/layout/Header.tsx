import MenuIcon from '@mui/icons-material/Menu'
import MenuOpenIcon from '@mui/icons-material/MenuOpen'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'

import type { Http } from '../../client/http/http.ts'
import { useFeatures } from '../../views/slots.ts'
import { pointing } from '../../ui/theme/pointing.ts'
import { useT } from '../../client/i18n/texts.ts'
import { Bell } from './Bell.tsx'
import { Brand } from './Brand.tsx'
import { HelpMenu } from './HelpMenu.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { headerHeight } from './Sidebar.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
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
