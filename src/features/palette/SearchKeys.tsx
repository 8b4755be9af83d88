import Box from '@mui/material/Box'

import { Keys } from '../../browser/ui/keyboard/Keys.tsx'
import { useText } from '../../browser/client/i18n/texts.ts'

/** What the keys do here, for people who have some. */
export function SearchKeys() {
  const say = useText()
  const hints = [
    { keys: 'ArrowUp ArrowDown', text: say('keys_move', 'choose') },
    { keys: 'Enter', text: say('keys_open', 'open') },
    { keys: 'mod+Enter', text: say('keys_new_tab', 'in a new tab') },
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
