import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { Link, useNavigate, useParams } from 'react-router-dom'

import { listPath } from '../../client/addresses/addresses.ts'
import type { Row } from '../../client/records/row.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { FactLines } from '../audit/FactLines.tsx'
import { ShowRecord } from '../show/ShowRecord.tsx'
import { JobType } from './JobList.tsx'
import { useJob, type Job } from './job.ts'
import { useJobActions, type JobAction } from './useJobActions.ts'

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

/** What a job was asked for, in words. */
function Parameters({ record }: { record: Row }) {
  const { parameters } = record as Job
  const { resource: name, ...asked } = parameters ?? {}
  const resource = useResourceNamed(String(name))
  return (
    <FactLines facts={{ ...(name !== undefined && { list: resource?.label ?? name }), ...asked }} />
  )
}

const Result = ({ record }: { record: Row }) => <FactLines facts={(record as Job).result ?? {}} />

const shown = { fields: { type: JobType, parameters: Parameters, result: Result } }
const isFile = (name: JobAction['name']) => name === 'result' || name === 'error'

const buttonsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  '& .MuiButton-root': { minHeight: { xs: 44, sm: 'auto' } },
}
