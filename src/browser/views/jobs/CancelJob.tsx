import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import { useState } from 'react'

import { SteadyButton } from '../../ui/SteadyButton.tsx'
import { numberText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import type { ActionFormProps } from '../actions/action.ts'
import type { Job } from './job.ts'
import english from '../../../texts/en/actions.json'

interface CancelProps extends ActionFormProps {
  job: Job
  cancel(): Promise<void>
}

/** Asks before a job is cancelled: how much of it is left, which nothing takes up again. */
export function CancelJob({ job: { pending }, cancel, onClose }: CancelProps) {
  const t = useT(english)
  const [isBusy, setBusy] = useState(false)
  const count = numberText(pending)
  const run = async () => {
    setBusy(true)
    await cancel()
    onClose()
  }
  return (
    <>
      <DialogContent>
        <DialogContentText>
          {t('cancel_job_question', { smart_count: pending, count })}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {t('keep_job')}
        </Button>
        <SteadyButton color="error" variant="contained" isOff={isBusy} onClick={() => void run()}>
          {t('cancel_job')}
        </SteadyButton>
      </DialogActions>
    </>
  )
}
