import { useEffect } from 'react'
import { useListContext } from 'react-admin'

import type { Job } from './job.ts'

/** Milliseconds (product.md 11.11). The live stream only makes it sooner. */
const pace = 5_000

const atWork = new Set(['queued', 'running', 'cancelling'])

/** Reads the list of jobs again and again while one of them works and somebody looks. */
export function JobRefresh() {
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
