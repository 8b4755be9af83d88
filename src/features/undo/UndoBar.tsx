import CloseIcon from '@mui/icons-material/Close'
import UndoIcon from '@mui/icons-material/Undo'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import { useEffect, useState } from 'react'

import { useShortcuts } from '../../browser/ui/keyboard/shortcutRegistry.ts'
import { pointing } from '../../browser/ui/theme/Directed.tsx'
import { useT } from '../../browser/client/i18n/texts.ts'
import { useHold, useTimer } from '../../browser/ui/useTimer.ts'
import { DoneText } from '../../browser/views/actions/DoneText.tsx'
import type { Undoable } from '../../browser/views/actions/action.ts'
import { isOver } from '../../browser/views/jobs/job.ts'
import { useJob } from '../../browser/views/jobs/useJob.ts'
import { undoStore, useLastUndoable, useUndo } from './undoStore.ts'
import english from '../../texts/en/actions.json'

/** A toast closes after three seconds. From then on the way back stands here. */
const toastMs = 3000

/** So long, in milliseconds; then it is found in the row's menu and in the record's history. */
const shownForMs = 30_000

/** The way back from what was done last in this tab, at the lower edge of the page for a while. */
export function UndoBar() {
  const t = useT(english)
  const undo = useUndo()
  const last = useLastUndoable()
  const shown = useLater(last)
  useShortcuts([
    {
      keys: 'mod+z',
      label: t('undo_last'),
      group: 'screen',
      run: () => last && void undo(last),
      isOffered: () => last !== undefined && !isTyping(),
    },
  ])
  if (!shown || shown !== last) return null
  const { job_id: job } = (shown.body ?? {}) as { job_id?: number }
  const key = JSON.stringify([shown.path, shown.body])
  return job === undefined ? (
    <Bar key={key} undoable={shown} />
  ) : (
    <JobBar key={key} undoable={shown} job={job} />
  )
}

/** Of a job there is something to take back once it has ended: what it came to, which is less where it was cancelled. */
function JobBar({ undoable, job: id }: { undoable: Undoable; job: number }) {
  const { data: job, error } = useJob(id)
  if (error) return <Bar undoable={undoable} />
  if (!job || !isOver(job)) return null
  const count = job.processed - job.failed
  return count > 0 ? <Bar undoable={undoable} count={count} /> : null
}

function Bar({ undoable, count = undoable.count }: { undoable: Undoable; count?: number }) {
  const t = useT(english)
  const undo = useUndo()
  const [isHeld, hold] = useHold()
  const [isOver, setOver] = useState(false)
  useTimer(shownForMs, isHeld, () => setOver(true))
  if (isOver) return null
  return (
    <Paper role="group" aria-label={t('last_act')} elevation={6} sx={style} {...hold}>
      <span>
        <DoneText done={{ ...undoable, count }} />
      </span>
      <Button
        size="small"
        startIcon={<UndoIcon sx={pointing} />}
        onClick={() => void undo(undoable)}
      >
        {t('undo')}
      </Button>
      <IconButton size="small" aria-label={t('dismiss')} onClick={() => undoStore.pass()}>
        <CloseIcon fontSize="small" />
      </IconButton>
    </Paper>
  )
}

function useLater(last: Undoable | undefined): Undoable | undefined {
  const [shown, setShown] = useState<Undoable>()
  useEffect(() => {
    const timer = setTimeout(() => setShown(last), toastMs)
    return () => clearTimeout(timer)
  }, [last])
  return shown
}

/** Where text is typed, and in a dialog, the browser's own undo is meant. */
function isTyping(): boolean {
  const here = document.activeElement
  if (document.querySelector('[aria-modal=true]')) return true
  return here !== null && here.matches('input:not([type=checkbox]), textarea, [contenteditable]')
}

const style = {
  position: 'sticky',
  bottom: 16,
  zIndex: 6,
  border: 1,
  borderColor: 'divider',
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  width: 'fit-content',
  maxWidth: '100%',
  mb: 2,
  paddingInlineStart: 2,
  paddingInlineEnd: 0.5,
  py: 0.5,
  fontSize: '0.875rem',
  overflowWrap: 'anywhere',
  '& button': {
    flexShrink: 0,
    minHeight: { xs: 44, sm: 34 },
    minWidth: { xs: 44, sm: 34 },
    whiteSpace: 'nowrap',
  },
  '@media print': { display: 'none' },
} as const
