import DarkIcon from '@mui/icons-material/DarkModeOutlined'
import LightIcon from '@mui/icons-material/LightModeOutlined'
import IconButton from '@mui/material/IconButton'
import { useTheme as useMuiTheme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { useEffect } from 'react'
import { useTheme } from 'react-admin'

import { useT } from '../../client/i18n/texts.ts'

export function ThemeSwitch() {
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
