import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import DialogActions from '@mui/material/DialogActions'
import GlobalStyles from '@mui/material/GlobalStyles'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import { TitledDialog } from '../../ui/TitledDialog.tsx'
import { type Submit } from '../../ui/useSubmit.ts'

interface FormDialogProps extends Omit<Submit, 'errors'> {
  title: string
  text: string
  /** The words of the button that sends the form. */
  button: string
  /** The button beside it. */
  other: ReactNode
  onClose?: () => void
  /** The page below is not to be seen meanwhile, by anybody. */
  hidesPage?: boolean
  children: ReactNode
}

export function FormDialog({
  title,
  text,
  button,
  other,
  onClose,
  hidesPage = false,
  children,
  ...state
}: FormDialogProps) {
  const { problem, isBusy, submit } = state
  return (
    <TitledDialog
      {...{ title, text }}
      {...(onClose && { onClose })}
      {...(hidesPage && { className: 'hides-page' })}
    >
      {hidesPage && <GlobalStyles styles={hidden} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
      >
        <Box sx={{ display: 'grid', gap: 1, mt: 2 }}>
          {problem && <Alert severity="error">{problem}</Alert>}
          {children}
        </Box>
        <DialogActions sx={{ px: 0, pb: 0 }}>
          {other}
          <SteadyButton type="submit" variant="contained" isOff={isBusy}>
            {button}
          </SteadyButton>
        </DialogActions>
      </form>
    </TitledDialog>
  )
}

const hidden = { 'body > :not(.hides-page)': { visibility: 'hidden' } } as const

export type Errors = Pick<Submit, 'errors'>

export const Input = ({ name, errors, ...props }: TextFieldProps & Errors & { name: string }) => (
  <TextField
    {...props}
    name={name}
    margin="none"
    error={name in errors}
    helperText={errors[name] ?? ' '}
  />
)
