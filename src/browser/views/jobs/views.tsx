import Button from '@mui/material/Button'
import { lazy } from 'react'

import type { Resource } from '#schema'

import type { Row } from '../../fields/display.ts'
import type { Views } from '../../views.ts'
import type { Job } from './job.ts'
import { useJobFiles, type JobFile } from './jobFiles.ts'
import { JobRefresh } from './JobRefresh.tsx'

/** The list of jobs, and one of them over it. */
export const jobViews: Views<Resource> = {
  show: lazy(async () => ({ default: (await import('./JobShow.tsx')).JobShow })),
  listActions: JobRefresh,
  fields: {
    result_file: ({ record }) => <FileButton record={record as Row} kind="result" />,
    error_file: ({ record }) => <FileButton record={record as Row} kind="error" />,
  },
}

/** In place of a file's id the file itself. */
function FileButton({ record, kind }: { record: Row; kind: JobFile['kind'] }) {
  const file = useJobFiles()(record as Job).find((one) => one.kind === kind)
  if (!file) return null
  return (
    <Button
      size="small"
      sx={{ my: -0.5 }}
      onClick={(event) => {
        event.stopPropagation()
        void file.save()
      }}
    >
      {file.label}
    </Button>
  )
}
