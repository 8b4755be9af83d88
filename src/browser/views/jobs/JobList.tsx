import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { useListContext } from 'react-admin'

import type { Row } from '../../client/records/row.ts'
import type { Job } from './job.ts'
import { useJobFiles } from './jobFiles.ts'

/** In place of a file's id the files themselves. */
export function FileButtons({ record }: { record: Row }) {
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

/** Milliseconds between two readings. The live stream only makes it sooner. */
const intervalMs = 5_000

const atWork = new Set(['queued', 'running', 'cancelling'])

/** Reads the list of jobs again and again while one of them works and somebody looks. */
export function JobRefresh() {
  const { data, refetch } = useListContext<Job>()
  const isBusy = data?.some(({ state }) => atWork.has(state)) ?? false
  useEffect(() => {
    if (!isBusy) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetch()
    }, intervalMs)
    return () => clearInterval(timer)
  }, [isBusy, refetch])
  return null
}
