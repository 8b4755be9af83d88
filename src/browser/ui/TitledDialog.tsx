import type { DialogProps } from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, type ReactNode } from 'react'

import { GuardedDialog } from './GuardedDialog.tsx'

interface TitledProps extends Omit<DialogProps, 'open' | 'title'> {
  title: string
  /** A question or an explanation, above the children. */
  text?: string
  /** The buttons; a form in the children has its own. */
  actions?: ReactNode
}

/** An open dialog: its title, a text, what is asked, and the buttons. */
export function TitledDialog({ title, text, actions, children, ...props }: TitledProps) {
  const [titleId, textId] = [useId(), useId()]
  return (
    <GuardedDialog
      open
      fullWidth
      maxWidth="xs"
      aria-labelledby={titleId}
      aria-describedby={text && textId}
      {...props}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {text && <DialogContentText id={textId}>{text}</DialogContentText>}
        {children}
      </DialogContent>
      {actions && <DialogActions>{actions}</DialogActions>}
    </GuardedDialog>
  )
}
