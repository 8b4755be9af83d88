import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { alpha, type Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'

import { useIsLate } from './Loading.tsx'
import type { Problem } from '../../client/http/problem.ts'
import { isAway, useRetry } from './useRetry.ts'
import { useMessage, useT } from '../../client/i18n/texts.ts'
import { PageHeading } from '../PageTitle.tsx'

/** Within a page, in the place of what is still to come: a spinner with its text, after half a second. */
export function Waiting() {
  const t = useT()
  const isLate = useIsLate()
  return (
    <Box
      role="status"
      aria-busy
      sx={{
        display: 'grid',
        justifyItems: 'center',
        alignContent: 'center',
        gap: 1,
        minHeight: 104,
        color: 'text.secondary',
      }}
    >
      {isLate && (
        <>
          <CircularProgress aria-hidden size={28} />
          {t('loading')} …
        </>
      )}
    </Box>
  )
}

/** Within a page that itself may be seen: the very record, or this action, may not, or not any more for the given reason. */
export function Denied({ reason }: { reason?: string | undefined }) {
  const t = useT()
  const messageText = useMessage()
  return <Note severity="warning">{reason ? messageText(reason) : t('denied')}</Note>
}

interface FailedProps {
  problem: Problem
  onRetry?: () => void
  /** The way on, where asking again is none. */
  action?: ReactNode
  /** What the problem may come from. */
  hint?: string
}

export function Failed({ problem, onRetry, action, hint }: FailedProps) {
  const t = useT()
  const messageText = useMessage()
  useRetry(onRetry !== undefined && isAway(problem), () => onRetry?.())
  return (
    <Note
      severity="error"
      action={
        onRetry ? (
          <Button color="inherit" size="small" onClick={onRetry}>
            {t('try_again')}
          </Button>
        ) : (
          action
        )
      }
    >
      {messageText(problem.message)}
      {hint && <div>{hint}</div>}
    </Note>
  )
}

interface NoteProps {
  severity: 'warning' | 'error'
  action?: ReactNode
  children: ReactNode
}

/** Looks like MUI's alert, which would come with the first list for this alone. */
function Note({ severity, action, children }: NoteProps) {
  const bgcolor = ({ palette }: Theme) => alpha(palette[severity].main, 0.12)
  return (
    <Box role="alert" sx={{ ...noteStyle, borderColor: `${severity}.main`, bgcolor }}>
      <Box sx={{ flex: '1 1 12rem', minWidth: 0, py: 0.75 }}>{children}</Box>
      <div>{action}</div>
    </Box>
  )
}

const noteStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'end',
  alignItems: 'center',
  columnGap: 2,
  px: 2,
  py: 0.5,
  border: 1,
  borderRadius: '8px',
  fontSize: '0.875rem',
  overflowWrap: 'anywhere',
} as const

/** In the place of a page whose record does not come: what it would have been, and why it is not there. */
export function InsteadOf({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <PageHeading title={title} />
      {children}
    </Box>
  )
}
