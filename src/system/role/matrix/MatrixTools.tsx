import ClearIcon from '@mui/icons-material/Clear'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import type { KeyboardEvent } from 'react'

import { useT } from '#browser'

import type { Shown } from './useMatrix.browser.ts'
import english from '../../../texts/en/permissions.json'

/** What narrows the matrix down. */
export function MatrixTools({ shown }: { shown: Shown }) {
  const t = useT(english)
  const isAllOpen = shown.groups.length > 0 && shown.groups.every(({ isOpen }) => isOpen)
  return (
    <Box sx={tools}>
      <SearchBox shown={shown} />
      <FormControlLabel
        label={t('only_chosen')}
        slotProps={{ typography: { variant: 'body2' } }}
        // The thumb of the small switch begins where the field above it does.
        sx={{ ml: -0.5, mr: 0 }}
        control={
          <Switch
            size="small"
            checked={shown.isOnlyChosen}
            onChange={(_event, isOn) => shown.showOnlyChosen(isOn)}
          />
        }
      />
      <Button
        size="small"
        disabled={shown.groups.length === 0}
        onClick={() => shown.openAll(!isAllOpen)}
        sx={{ ml: 'auto' }}
      >
        {isAllOpen ? t('close_all') : t('open_all')}
      </Button>
    </Box>
  )
}

/** In sight below the header of the console, where there is height enough; never above the buttons of the form. */
const tools = {
  position: { sm: 'sticky' },
  '@media (max-height: 480px)': { position: 'static' },
  top: 56,
  zIndex: 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  py: { sm: 1 },
  my: { sm: -1 },
  bgcolor: 'background.paper',
}

function SearchBox({ shown: { search, find } }: { shown: Shown }) {
  const t = useT(english)
  const label = t('search_permissions')
  const clear = (
    <IconButton size="small" edge="end" aria-label={t('clear_search')} onClick={() => find('')}>
      <ClearIcon fontSize="small" />
    </IconButton>
  )
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter would save the role.
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Escape') find('')
  }
  return (
    <TextField
      type="search"
      margin="none"
      placeholder={label}
      value={search}
      onChange={({ target }) => find(target.value)}
      onKeyDown={onKeyDown}
      sx={{
        width: { xs: '100%', sm: 300 },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
      slotProps={{
        htmlInput: { 'aria-label': label, maxLength: 100, autoComplete: 'off' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: search && clear,
        },
      }}
    />
  )
}
