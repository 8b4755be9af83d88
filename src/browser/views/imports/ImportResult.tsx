import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import type { ImportFound } from '#contract'
import { makesRecords, type Resource } from '#schema'

import { numberText } from '../../client/i18n/formats.ts'
import { useMessage, useT } from '../../client/i18n/texts.ts'
import { SkipReasons } from '../actions/SkipReasons.tsx'
import { useJob } from '../jobs/useJob.ts'
import { useRefusedPath } from '../jobs/jobLists.ts'
import { useJobFiles } from '../jobs/jobFiles.ts'
import { Counts } from './Counts.tsx'
import { Remarks } from './Remarks.tsx'
import { RefusedRows } from './RefusedRows.tsx'
import english from '../../../texts/en/imports.json'

interface ResultProps {
  resource: Resource
  found: ImportFound
  /** What goes on with what has come in: it may ask something, and stands before the rows that have not. */
  children?: ReactNode
}

/** What else was taken back, and what could not be, and why each, as a file. */
function UndoReport({ id }: { id: number }) {
  const { data: job } = useJob(id)
  const files = useJobFiles()
  if (!job?.error_file && !job?.result?.['warnings']) return null
  return (
    <Alert
      severity={job.error_file ? 'warning' : 'info'}
      action={files(job).map(({ name, label, run }) => (
        <Button key={name} color="inherit" size="small" onClick={() => void run()}>
          {label}
        </Button>
      ))}
    >
      <SkipReasons job={job} />
    </Alert>
  )
}

/** What came of an import. */
export function ImportResult({ resource, found, children }: ResultProps) {
  const t = useT(english)
  const toRefused = useRefusedPath(resource, found.id)
  const messageText = useMessage()
  const { state, created, updated, refused, undone, undo_job, total, message, is_check } = found
  const taken = created + updated
  const unread = total - taken - refused
  const values = { done: numberText(taken), refused: numberText(refused), smart_count: taken }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {!is_check && state !== 'undone' && (
        <Typography role="status">{t('import_counts', values)}</Typography>
      )}
      {state === 'undone' && (
        <Alert severity="success" role="status">
          {t('import_undone', { count: numberText(undone), smart_count: undone })}
        </Alert>
      )}
      {state !== 'undone' && undone > 0 && (
        <Alert severity="warning">{t('import_undone_early', { count: numberText(undone) })}</Alert>
      )}
      {undo_job !== null && <UndoReport id={undo_job} />}
      {(state === 'failed' || state === 'cancelled') && (
        <Alert severity={state === 'failed' ? 'error' : 'warning'}>
          {message ? messageText(message) : t('import_cancelled')}
        </Alert>
      )}
      {!is_check && (
        <Counts
          counts={[
            { label: t('rows_imported'), count: created, tone: 'success' },
            ...(updated > 0 ? [{ label: t('rows_updated'), count: updated }] : []),
            ...(undone > 0 ? [{ label: t('rows_undone'), count: undone }] : []),
            { label: t('rows_refused'), count: refused, tone: refused > 0 ? 'warning' : undefined },
            ...(unread > 0 ? [{ label: t('rows_not_read'), count: unread }] : []),
            { label: t('rows_all'), count: total },
          ]}
        />
      )}
      {children}
      <Remarks remarks={found.remarks} />
      <RefusedRows
        {...{ resource, found }}
        toRefused={makesRecords(found) ? toRefused : undefined}
      />
    </Box>
  )
}
