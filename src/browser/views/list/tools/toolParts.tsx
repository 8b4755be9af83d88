import Box from '@mui/material/Box'
import Button, { type ButtonProps } from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import type { SxProps, Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'

interface ToolProps extends ButtonProps {
  icon: ReactNode
  label: string
  /** What is read on the button, where it is shorter than the label. */
  text?: string
}

/** One tool above a list. Beside a search box on a phone there is room for its sign alone. */
export function ToolButton({ icon, label, text = label, ...button }: ToolProps) {
  return (
    <Button {...button} startIcon={icon} aria-label={label}>
      <Box component="span" className="tool-text">
        {text}
      </Box>
    </Button>
  )
}

interface ToolPopoverProps {
  label: string
  anchor: HTMLElement
  onClose(): void
  sx: SxProps<Theme>
  children: ReactNode
}

/** What a tool of a list opens below itself. */
export function ToolPopover({ label, anchor, onClose, sx, children }: ToolPopoverProps) {
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      transformOrigin={{ vertical: 'top', horizontal: 'center' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx } }}
    >
      {children}
    </Popover>
  )
}
