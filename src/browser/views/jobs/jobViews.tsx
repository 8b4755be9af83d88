import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { useListContext } from 'react-admin'

import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import type { Views } from '../slots.ts'
import type { Job } from './job.ts'
import { useJobFiles } from './jobFiles.ts'
import { lazyScreen } from '../../ui/states/Loading.tsx'

/** The list of jobs, and one of them over it. */
export const jobViews: Views<Resource> = {
  show: lazyScreen(async () => (await import('./JobActions.tsx')).JobShow),
  listActions: JobRefresh,
  rowActions: lazyScreen(async () => (await import('./JobActions.tsx')).JobActions),
  fields: {
    result_file: ({ record }) => <FileButtons record={record as Row} />,
  },
}

/** In place of a file's id the files themselves. */
function FileButtons({ record }: { record: Row }) {
  return useJobFiles()(record as Job).map(({ name, label, run }) => (
    <Button
      key={name}
      size="small"
      sx={{ my: -0.5 }}
      onClick={(event) => {
        event.stopPropagation()
        void run()
      }}
    >
      {label}
    </Button>
  ))
}

/** Milliseconds (product.md 11.11). The live stream only makes it sooner. */
const pace = 5_000

const atWork = new Set(['queued', 'running', 'cancelling'])

/** Reads the list of jobs again and again while one of them works and somebody looks. */
function JobRefresh() {
  const { data, refetch } = useListContext<Job>()
  const isBusy = data?.some(({ state }) => atWork.has(state)) ?? false
  useEffect(() => {
    if (!isBusy) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch()
    }, pace)
    return () => clearInterval(timer)
  }, [isBusy, refetch])
  return null
}
