import Popover from '@mui/material/Popover'
import type { SxProps, Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'

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
