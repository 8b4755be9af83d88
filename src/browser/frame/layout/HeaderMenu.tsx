import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import { useTheme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { useId, useState, type ReactNode } from 'react'

interface MenuProps {
  label: string
  /** What the button shows. */
  button: ReactNode
  /** Given the function that closes the menu. */
  children: (close: () => void) => ReactNode
  width?: number
  /** Called when somebody is about to open it. */
  onNear?: () => void
}

/** A button of the header with the menu that it opens. */
export function HeaderMenu({ label, button, children, width = 240, onNear }: MenuProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  // Closed, it is as dear as open, and most are never opened.
  const [wasOpened, setOpened] = useState(false)
  const close = () => setAnchor(null)
  const end = useTheme().direction === 'rtl' ? 'left' : 'right'
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          {...(anchor && { 'aria-controls': id })}
          onPointerEnter={onNear}
          onFocus={onNear}
          onClick={(event) => {
            setOpened(true)
            setAnchor(event.currentTarget)
          }}
        >
          {button}
        </IconButton>
      </Tooltip>
      {wasOpened && (
        <Menu
          id={id}
          anchorEl={anchor}
          open={anchor !== null}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: end }}
          transformOrigin={{ vertical: 'top', horizontal: end }}
          slotProps={{
            list: { 'aria-label': label },
            paper: { sx: { width, maxWidth: '100%', mt: 0.5 } },
          }}
        >
          {children(close)}
        </Menu>
      )}
    </>
  )
}
