import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { Link, useNavigate, useParams } from 'react-router-dom'

import { listPath } from '../../client/addresses/addresses.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { ShowRecord } from '../show/ShowRecord.tsx'
import { useT } from '../../client/i18n/texts.ts'
import { useJob, type Job } from './job.ts'
import { useJobFiles } from './jobFiles.ts'
import { useJobActs, useJobUndo, useWorkedList } from './useJobActions.ts'
import type { Row } from '../../client/records/row.ts'
import english from '../../../texts/actions.json'

/** A job with what can be done about it; its numbers move while it works. */
export function JobShow() {
  const id = Number(useParams()['id'])
  const navigate = useNavigate()
  const resource = useResourceNamed('jobs')
  const { data: job } = useJob(id)
  if (!resource) return null
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {job && <JobButtons job={job} />}
      <ShowRecord {...{ resource, id }} onDone={() => void navigate(listPath(resource))} />
    </Box>
  )
}

function JobButtons({ job }: { job: Job }) {
  const t = useT(english)
  const files = useJobFiles()(job)
  const acts = useJobActs()(job)
  const list = useWorkedList()(job)
  const undo = useJobUndo()(job)
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        '& .MuiButton-root': { minHeight: { xs: 44, sm: 'auto' } },
      }}
    >
      {files.map(({ kind, label, save }) => (
        <Button key={kind} variant="contained" onClick={() => void save()}>
          {label}
        </Button>
      ))}
      {list && (
        <Button variant="outlined" component={Link} to={list.to}>
          {t('open_worked_list')}
        </Button>
      )}
      {undo && (
        <Button variant="outlined" onClick={undo.run}>
          {undo.label}
        </Button>
      )}
      {acts.map(({ name, label, run }) => (
        <Button
          key={name}
          variant="outlined"
          color={name === 'cancel' ? 'error' : 'primary'}
          onClick={() => void run()}
        >
          {label}
        </Button>
      ))}
    </Box>
  )
}

/** What the menu of a job has beyond that of any record: the engine's own routes (product.md 11.11). */
export function JobActions({ record, close }: { record: Row; close(): void }) {
  const t = useT(english)
  const job = record as Job
  const list = useWorkedList()(job)
  const undo = useJobUndo()(job)
  const files = useJobFiles()(job)
  const actions = useJobActs()(job)
  const item = (key: string, text: string, run: () => Promise<void> | void) => (
    <MenuItem key={key} onClick={() => (close(), void run())}>
      {text}
    </MenuItem>
  )
  return (
    <>
      {files.map(({ kind, label, save }) => item(kind, label, save))}
      {list && (
        <MenuItem component={Link} to={list.to} onClick={close}>
          {t('open_worked_list')}
        </MenuItem>
      )}
      {undo && item('undo', undo.label, undo.run)}
      {actions.map(({ name, label, run }) => item(name, label, run))}
    </>
  )
}
