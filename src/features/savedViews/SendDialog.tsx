import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { FormEvent, ReactNode } from 'react'
import { useT } from '../../browser/client/i18n/texts.ts'
import { ProblemAlert } from '../../browser/views/forms/errors/ProblemAlert.tsx'
import type { Problem } from '../../browser/client/http/problem.ts'
import { GuardedDialog } from '../../browser/ui/GuardedDialog.tsx'
import { useTask } from '../../browser/ui/useTask.ts'
import { KeepUnsaved } from '../../browser/ui/unsaved.ts'
import { SteadyButton } from '../../browser/ui/SteadyButton.tsx'

interface FrameProps {
  title: string
  /** What the button says that sends it. */
  action: string
  isDangerous?: boolean
  /** Whether something was typed or chosen that would be lost. */
  isChanged?: boolean
  /** Rejects with the server's refusal. */
  onSend(): Promise<void>
  onClose(): void
  /** The fields; what is wrong with each comes back to them. */
  children(errors: Problem['errors']): ReactNode
}

/** A dialog that sends one thing, stays while the server refuses it, and goes when it is done. */
export function SendDialog({
  title,
  action,
  isDangerous,
  isChanged = false,
  onSend,
  onClose,
  children,
}: FrameProps) {
  const t = useT()
  const { run, isBusy, problem } = useTask(async () => {
    await onSend()
    onClose()
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  const errors = problem?.errors ?? {}
  return (
    <GuardedDialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="view-title">
      <KeepUnsaved isUnsaved={isChanged} />
      <form onSubmit={send} noValidate>
        <DialogTitle id="view-title">{title}</DialogTitle>
        <DialogContent>
          {problem && Object.keys(errors).length === 0 && <ProblemAlert problem={problem} />}
          {children(errors)}
        </DialogContent>
        <DialogActions>
          <Button autoFocus={isDangerous === true} onClick={onClose}>
            {t('cancel')}
          </Button>
          <SteadyButton
            type="submit"
            variant="contained"
            color={isDangerous ? 'error' : 'primary'}
            isOff={isBusy}
          >
            {action}
          </SteadyButton>
        </DialogActions>
      </form>
    </GuardedDialog>
  )
}
