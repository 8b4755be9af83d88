import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useState } from 'react'

import type { Feature, HeaderToolProps } from '../../browser/views/slots.ts'
import { Keys } from '../../browser/ui/keyboard/Keys.tsx'
import { useShortcuts } from '../../browser/ui/keyboard/shortcutRegistry.ts'
import { useT } from '../../browser/client/i18n/texts.ts'
import { lazyDialog } from '../../browser/ui/states/lazyDialog.tsx'

/** Finds records, screens and actions from everywhere. */
export const palette: Feature = { HeaderTool: SearchButton }

const load = async () => (await import('./SearchDialog.tsx')).SearchDialog
const SearchDialog = lazyDialog(load)
/** A file that does not come now is asked for again, and told of, when it is needed. */
const preload = () => void load().catch(() => undefined)

/** Opens the search: by a click, Ctrl or ⌘ K, or `/` where no list has a search box of its own. */
function SearchButton(props: HeaderToolProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const show = () => setOpen(true)
  const open = () => void load().then(show, show)
  const label = t('search')
  const shortcut = { label, group: 'general', run: open } as const
  useShortcuts([
    { keys: 'mod+k', ...shortcut },
    { keys: '/', ...shortcut },
  ])
  return (
    <>
      <ButtonBase
        aria-label={label}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
        sx={style}
      >
        <SearchIcon />
        <Box component="span" sx={{ display: { xs: 'none', md: 'contents' } }}>
          <Box component="span" sx={{ flex: 1, textAlign: 'start' }}>
            {label}
          </Box>
          <Keys keys="mod+k" />
        </Box>
      </ButtonBase>
      {isOpen && <SearchDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Where there is room it looks like the input that it opens. */
const style = {
  gap: 1,
  width: { xs: 44, md: 280 },
  height: { xs: 44, md: 36 },
  px: { md: 1.25 },
  border: { md: 1 },
  borderColor: { md: 'divider' },
  borderRadius: { xs: '50%', md: 2 },
  color: 'text.secondary',
  fontFamily: 'inherit',
  fontSize: '0.875rem',
  '&:hover': { bgcolor: 'action.hover' },
}
