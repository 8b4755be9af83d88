import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useState } from 'react'

import { kindOf, type Resource } from '#schema'

import { type Problem, problemOf } from '../../client/http/problem.ts'
import { newRequestKey } from '../../client/http/requestKey.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { sortText } from '../../client/records/order.ts'
import { readableFields } from '../../client/records/permitted.ts'
import { useProvider } from '../../client/records/provider.ts'
import { useUser } from '../../client/session/session.ts'
import { ProblemAlert } from '../forms/FormErrors.tsx'
import { useDownload } from '../jobs/jobFiles.ts'
import { JobProgress } from '../jobs/JobProgress.tsx'
import { countText, useListSort, useListState } from './listState.tsx'
import { useFilters } from './filters.ts'
import { ExportFormatInputs, useExportFormat } from './ExportFormat.tsx'
import english from '../../../texts/lists.json'

interface ExportProps {
  resource: Resource
  /** The columns the list shows now. */
  shown: readonly string[]
  onClose(): void
}

/** Exports what the filter matches as a job, and offers the file when it is ready. */
export function ExportDialog({ resource, shown, onClose }: ExportProps) {
  const t = useT(english)
  const { many } = useNames(resource)
  const [job, setJob] = useState<number>()
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="export-title">
      <DialogTitle id="export-title">{t('export_many', { many: many.toLowerCase() })}</DialogTitle>
      {job === undefined ? (
        <ExportForm {...{ resource, shown, onClose, setJob }} />
      ) : (
        <ExportJob {...{ resource, job, onClose }} />
      )}
    </Dialog>
  )
}

function ExportForm({
  resource,
  shown,
  onClose,
  setJob,
}: ExportProps & { setJob(id: number): void }) {
  const t = useT(english)
  const { values } = useFilters()
  const { sort } = useListSort()
  const { total = 0, isEstimate } = useListState()
  const provider = useProvider()
  const [which, setWhich] = useState('shown')
  const [format, setFormat] = useExportFormat()
  const [problem, setProblem] = useState<Problem>()
  const [key] = useState(newRequestKey)
  const all = useExportable(resource)
  const start = async () => {
    const columns = which === 'all' ? all : shown.filter((name) => all.includes(name))
    const body = { filter: { ...values, sort: sortText(sort) }, columns, ...format }
    try {
      const { data } = await provider.call<{ job_id: number }>(
        'POST',
        `/${resource.api}/export`,
        body,
        undefined,
        key,
      )
      setJob(data.job_id)
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  const count = countText(t, total, isEstimate)
  return (
    <>
      <DialogContent>
        {problem && <ProblemAlert problem={problem} />}
        <DialogContentText sx={{ mb: 1 }}>{t('export_count', { count })}</DialogContentText>
        <RadioGroup value={which} onChange={(_event, value) => setWhich(value)}>
          <FormControlLabel value="shown" control={<Radio />} label={t('export_shown')} />
          <FormControlLabel value="all" control={<Radio />} label={t('export_all')} />
        </RadioGroup>
        <ExportFormatInputs format={format} onChange={setFormat} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button variant="contained" onClick={() => void start()}>
          {t('export')}
        </Button>
      </DialogActions>
    </>
  )
}

/** The fields that can stand in a file at all. */
function useExportable(resource: Resource): string[] {
  const names = ['id', ...Object.keys(resource.fields), 'created_at', 'updated_at']
  return readableFields(resource, useUser(), names)
    .filter(({ field }) => !kindOf(field).writeOnly)
    .map(({ name }) => name)
}

function ExportJob({
  resource,
  job,
  onClose,
}: {
  resource: Resource
  job: number
  onClose(): void
}) {
  const t = useT(english)
  const download = useDownload()
  const path = `/profile/job/${job}/download/result`
  return (
    <>
      <DialogContent>
        <JobProgress id={job}>
          {({ result_file }) =>
            result_file && (
              <Button
                variant="contained"
                onClick={() => void download(path, `${resource.name}.csv`)}
              >
                {t('download')}
              </Button>
            )
          }
        </JobProgress>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </>
  )
}
