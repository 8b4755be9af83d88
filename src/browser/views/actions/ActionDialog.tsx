import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'

import { JobProgress } from '../jobs/JobProgress.tsx'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { useUndoing } from '../slots.ts'
import type { ActRequest, Followed, Undoable } from './action.ts'
import { ActForm } from './ActionForm.tsx'
import { actWords } from './actionTexts.ts'
import { BulkReport } from './BulkReport.tsx'
import { JobReport } from './JobReport.tsx'
import english from '../../../texts/actions.json'

interface DialogProps {
  request: ActRequest
  onClose(): void
}

/** Asks before an act: what it does, to how many records, with which values; then shows its job or its report. */
export function ActDialog({ request, onClose }: DialogProps) {
  const t = useT(english)
  const names = useNames(request.resource)
  const [followed, follow] = useState<Followed>()
  const [count, setCount] = useState('count' in request.target ? request.target.count : 1)
  const { title, question } = actWords({ t, names, request, count })
  const onUndo = useUndoAndClose(followed?.undoable, onClose)
  const { Form } = request.act
  const asking = { request, count, setCount, follow, onClose }
  return (
    <Dialog
      open
      fullWidth
      maxWidth={Form ? 'sm' : 'xs'}
      // A click beside the dialog must not throw away what was typed.
      onClose={(_event, reason) => (Form && reason === 'backdropClick' ? undefined : onClose())}
      aria-labelledby="act-title"
    >
      <DialogTitle id="act-title">{title}</DialogTitle>
      {!followed && (Form ? <Form {...asking} /> : <ActForm {...asking} question={question} />)}
      {followed && 'report' in followed && (
        <BulkReport
          resource={request.resource}
          answer={followed.report}
          onUndo={onUndo}
          onClose={onClose}
        />
      )}
      {followed && 'job' in followed && (
        <>
          <DialogContent>
            <JobProgress id={followed.job}>
              {(job) => <JobReport job={job} onUndo={onUndo} />}
            </JobProgress>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{t('close')}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

/** Takes back what the dialog has done, and closes it. */
function useUndoAndClose(undoable: Undoable | undefined, onClose: () => void) {
  const undo = useUndoing().useUndo()
  if (!undoable) return undefined
  return () => {
    onClose()
    void undo(undoable)
  }
}
