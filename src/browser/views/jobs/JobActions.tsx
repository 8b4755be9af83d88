import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { Link, useNavigate, useParams } from 'react-router-dom'

import { isObject } from '#schema'

import { listPath } from '../../client/addresses/addresses.ts'
import type { Row } from '../../client/records/row.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { FactLines } from '../audit/FactLines.tsx'
import { SkipReasons } from '../actions/SkipReasons.tsx'
import { ShowRecord } from '../show/ShowRecord.tsx'
import { JobPart } from './JobProgress.tsx'
import type { Job } from './job.ts'
import { useJob } from './useJob.ts'
import { useJobActions, type JobAction } from './useJobActions.ts'
import { JobParameters } from './JobParameters.tsx'

/** What the menu of a job has beyond that of any record: the engine's own routes. */
export function JobActions({ record, close }: { record: Row; close(): void }) {
  return useJobActions()(record as Job).map(({ name, label, to, run }) => (
    <MenuItem
      key={name}
      {...(to !== undefined && { component: Link, to })}
      onClick={() => (close(), void run?.())}
    >
      {label}
    </MenuItem>
  ))
}

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
      {job && <JobPart job={job} />}
      <ShowRecord
        {...{ resource, id }}
        views={shown}
        onDone={() => void navigate(listPath(resource))}
      />
    </Box>
  )
}

function JobButtons({ job }: { job: Job }) {
  return (
    <Box sx={buttonsStyle}>
      {useJobActions()(job).map(({ name, label, to, run }) => (
        <Button
          key={name}
          variant={isFile(name) ? 'contained' : 'outlined'}
          color={name === 'cancel' ? 'error' : 'primary'}
          {...(to !== undefined && { component: Link, to })}
          onClick={() => void run?.()}
        >
          {label}
        </Button>
      ))}
    </Box>
  )
}

/** What came of it; its files have buttons. */
function Result({ record }: { record: Row }) {
  const job = record as Job
  const { skipped, reasons, warnings, file: _file, ...facts } = job.result ?? {}
  const isSkipping = isObject(skipped) && Object.keys(skipped).length > 0
  return (
    <>
      {(isSkipping || warnings !== undefined) && <SkipReasons job={job} />}
      <FactLines facts={{ ...(!isSkipping && reasons !== undefined && { reasons }), ...facts }} />
    </>
  )
}

const shown = { fields: { parameters: JobParameters, result: Result } }

const isFile = (name: JobAction['name']) => name === 'result' || name === 'error'

const buttonsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  '& .MuiButton-root': { minHeight: { xs: 44, sm: 'auto' } },
}
