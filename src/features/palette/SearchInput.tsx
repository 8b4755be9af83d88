import CloseIcon from '@mui/icons-material/Close'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import type { KeyboardEvent } from 'react'

import { useT } from '../../browser/client/i18n/texts.ts'
import { optionId } from './optionId.ts'
import english from '../../texts/palette.json'

interface InputProps {
  typed: string
  listId: string
  active: string | undefined
  isWaiting: boolean
  onType(text: string): void
  onKeyDown(event: KeyboardEvent): void
  onClose(): void
}

export function SearchInput(props: InputProps) {
  const { typed, listId, active, isWaiting, onType, onKeyDown, onClose } = props
  const t = useT(english)
  const hint = t('search_hint')
  return (
    <Box sx={frame}>
      <SearchIcon sx={{ color: 'text.secondary' }} />
      <InputBase
        autoFocus
        fullWidth
        value={typed}
        placeholder={hint}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
        sx={{ fontSize: '1.0625rem' }}
        inputProps={{
          role: 'combobox',
          'aria-label': hint,
          'aria-expanded': true,
          'aria-controls': listId,
          'aria-autocomplete': 'list',
          'aria-activedescendant': active && optionId(listId, active),
          maxLength: 200,
          autoComplete: 'off',
          spellCheck: false,
          enterKeyHint: 'go',
        }}
      />
      {isWaiting && <CircularProgress size={18} aria-label={t('searching')} />}
      <IconButton aria-label={t('close')} onClick={onClose} sx={{ p: 1.25 }}>
        <CloseIcon />
      </IconButton>
    </Box>
  )
}

const frame = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  flexShrink: 0,
  minHeight: 56,
  paddingInlineStart: 2,
  paddingInlineEnd: 0.75,
  borderBottom: 1,
  borderColor: 'divider',
}
