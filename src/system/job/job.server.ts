import { presentJob, type Behavior } from '#server'

import type { job } from './job.ts'

export const jobBehavior: Behavior<typeof job> = { present: presentJob }
