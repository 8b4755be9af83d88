import { useGetOne } from 'react-admin'

import { problemOf } from '../../client/http/problem.ts'
import { isOver, type Job } from './job.ts'

/** How often running work is asked for, in milliseconds; the live stream only makes it sooner. */
const pace = 1500

const isMissing = (error: unknown) => problemOf(error).status === 404

interface Reading<Work> {
  readonly state: { readonly data?: Work | undefined; readonly error: unknown }
}

/** Work is read again until it is over, or is not there. */
export const untilOver = <Work>(isOver: (work: Work) => boolean) => ({
  retry: (failures: number, error: unknown) => failures < 2 && !isMissing(error),
  refetchInterval: ({ state: { data, error } }: Reading<Work>) =>
    (data && isOver(data)) || isMissing(error) ? false : pace,
})

/** A job, read again until it is over. */
export const useJob = (id: number) => useGetOne<Job>('jobs', { id }, untilOver(isOver))
