import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useState } from 'react'

import { JobProgress } from '../jobs/JobProgress.tsx'
import { useNames, useText } from '../words.ts'
import type { ActRequest } from './act.ts'
import { ActForm } from './ActForm.tsx'
import { actWords } from './actWords.ts'

interface DialogProps {
  request: ActRequest
  onClose(): void
}

/** Asks before an act: what it does, to how many records, with which values; then shows its job if it became one. */
export function ActDialog({ request, onClose }: DialogProps) {
  const say = useText()
  const names = useNames(request.resource)
  const [job, setJob] = useState<number>()
  const [count, setCount] = useState('count' in request.target ? request.target.count : 1)
  const { title, question } = actWords({ say, names, request, count })
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="act-title">
      <DialogTitle id="act-title">{title}</DialogTitle>
      {job === undefined ? (
        <ActForm {...{ request, question, count, setCount, setJob, onClose }} />
      ) : (
        <>
          <DialogContent>
            <JobProgress id={job} />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{say('close', 'Close')}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}
