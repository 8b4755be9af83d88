import Box from '@mui/material/Box'

import { Keys } from '../../browser/ui/keyboard/Keys.tsx'
import { useT } from '../../browser/client/i18n/texts.ts'
import english from '../../texts/palette.json'

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
