import CloseIcon from '@mui/icons-material/Close'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import { type KeyboardEvent } from 'react'
import { useT } from '../../browser/client/i18n/texts.ts'
import { optionId } from './SearchList.tsx'
import english from '../../texts/en/palette.json'
import { Keys } from '../../browser/ui/keyboard/Keys.tsx'

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

/** What the keys do here, for people who have some. */
export function SearchKeys() {
  const t = useT(english)
  const hints = [
    { keys: 'ArrowUp ArrowDown', text: t('keys_move') },
    { keys: 'Enter', text: t('keys_open') },
    { keys: 'mod+Enter', text: t('keys_new_tab') },
  ]
  return (
    <Box aria-hidden sx={style}>
      {hints.map(({ keys, text }) => (
        <span key={keys}>
          <Keys keys={keys} isTogether /> {text}
        </span>
      ))}
    </Box>
  )
}

const style = {
  display: { xs: 'none', sm: 'flex' },
  gap: 2.5,
  px: 2,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
  color: 'text.secondary',
  fontSize: '0.75rem',
}
