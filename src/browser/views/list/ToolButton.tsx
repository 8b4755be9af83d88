import Box from '@mui/material/Box'
import Button, { type ButtonProps } from '@mui/material/Button'
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
