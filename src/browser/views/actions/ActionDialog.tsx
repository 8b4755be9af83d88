import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'

import { kindOf } from '#schema'

import { useNames, useT } from '../../client/i18n/texts.ts'
import { GuardedDialog } from '../../ui/GuardedDialog.tsx'
import { JobProgress } from '../jobs/JobProgress.tsx'
import { useUndoing } from '../slots.ts'
import type { ActionRequest, Followed, Undoable } from './action.ts'
import { BulkReport } from './BulkReport.tsx'
import { JobReport } from './JobReport.tsx'
import { ActionResult } from './ActionResult.tsx'
import { actionTexts } from './actionTexts.ts'
import { ActionForm } from './ActionForm.tsx'
import english from '../../../texts/en/actions.json'

interface DialogProps {
  request: ActionRequest
  onClose(): void
}

/** Asks before an action: what it does, to how many records, with which values; then shows its job or its report. */
export function ActionDialog({ request, onClose }: DialogProps) {
  const t = useT(english)
  const names = useNames(request.resource)
  const [followed, follow] = useState<Followed>()
  const [count, setCount] = useState('count' in request.target ? request.target.count : 1)
  const isBegun = followed !== undefined
  const { title, question } = actionTexts({ t, names, request, count, isBegun })
  const onUndo = useUndoAndClose(followed?.undoable, onClose)
  const { Form, Answer, input } = request.action
  const hasRows = Object.values(input ?? {}).some((one) => kindOf(one).cells)
  const asking = { request, count, setCount, follow, onClose }
  return (
    <GuardedDialog
      open
      fullWidth
      maxWidth={Form || hasRows ? 'sm' : 'xs'}
      onClose={(_event, reason) => {
        const isLost = request.action.shownOnce && isBegun && reason === 'backdropClick'
        if (!isLost) onClose()
      }}
      aria-labelledby="action-title"
    >
      <DialogTitle id="action-title">{title}</DialogTitle>
      {!followed && (Form ? <Form {...asking} /> : <ActionForm {...asking} question={question} />)}
      {followed && 'report' in followed && (
        <BulkReport
          resource={request.resource}
          answer={followed.report}
          onUndo={onUndo}
          onClose={onClose}
        />
      )}
      {followed &&
        'answer' in followed &&
        (Answer ? (
          <Answer answer={followed.answer} onClose={onClose} />
        ) : (
          <ActionResult request={request} answer={followed.answer} onClose={onClose} />
        ))}
      {followed && 'job' in followed && (
        <>
          <DialogContent>
            <JobProgress id={followed.job} tellsOutcome>
              {(job) => <JobReport job={job} onUndo={onUndo} />}
            </JobProgress>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{t('close')}</Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
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
