import Button from '@mui/material/Button'

import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import type { Views } from '../views.ts'
import type { Job } from './job.ts'
import { useJobFiles } from './jobFiles.ts'
import { JobRefresh } from './JobRefresh.tsx'
import { lazyScreen } from '../../ui/states/lazyScreen.ts'

/** The list of jobs, and one of them over it. */
export const jobViews: Views<Resource> = {
  show: lazyScreen(async () => (await import('./JobShow.tsx')).JobShow),
  listActions: JobRefresh,
  rowActions: lazyScreen(async () => (await import('./JobActions.tsx')).JobActions),
  fields: {
    result_file: ({ record }) => <FileButtons record={record as Row} />,
  },
}

/** In place of a file's id the files themselves. */
function FileButtons({ record }: { record: Row }) {
  return useJobFiles()(record as Job).map(({ kind, label, save }) => (
    <Button
      key={kind}
      size="small"
      sx={{ my: -0.5 }}
      onClick={(event) => {
        event.stopPropagation()
        void save()
      }}
    >
      {label}
    </Button>
  ))
}
