import ClearIcon from '@mui/icons-material/Clear'
import SearchIcon from '@mui/icons-material/Search'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
// A `TextField` would bring the selects of its library into the first list.
import OutlinedInput from '@mui/material/OutlinedInput'
import { useRef } from 'react'

import type { Resource } from '#schema'

import { useNames, useT } from '../../../client/i18n/texts.ts'
import { useShortcuts } from '../../../ui/keyboard/shortcutRegistry.ts'
import { useTyped } from '../../../ui/fields/useTyped.ts'
import { useFilters } from '../listAddress.ts'
import { useWithin } from '../listAppearance.ts'

export function SearchBox({ resource }: { resource: Resource }) {
  const t = useT()
  const many = useNames(resource).many.toLowerCase()
  const { values, set } = useFilters()
  const stored = typeof values.search === 'string' ? values.search : ''
  const [text, type, leave] = useTyped(stored, (search) => set({ search: search || undefined }))
  const input = useRef<HTMLInputElement>(null)
  const within = useWithin()
  const placeholder = t('search_in', { many })
  const run = () => input.current?.focus()
  useShortcuts([{ keys: '/', label: placeholder, group: 'screen', run, isOffered: () => !within }])
  return (
    <OutlinedInput
      inputRef={input}
      type="search"
      size="small"
      placeholder={placeholder}
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && type(text, 'now')}
      inputProps={{ 'aria-label': t('search'), maxLength: 200 }}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon fontSize="small" />
        </InputAdornment>
      }
      endAdornment={
        text && (
          <IconButton size="small" aria-label={t('clear_search')} onClick={() => type('', 'now')}>
            <ClearIcon fontSize="small" />
          </IconButton>
        )
      }
      sx={{
        // Gives way before the last tool does, which would go to a second line.
        flex: { xs: 1, sm: '1 1 200px' },
        maxWidth: { sm: 280 },
        '& input': { textOverflow: 'ellipsis' },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
    />
  )
}
