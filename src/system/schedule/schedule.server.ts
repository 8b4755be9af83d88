import { rhythmText, type Behavior } from '#server'

import type { schedule } from './schedule.ts'

export const scheduleBehavior: Behavior<typeof schedule> = {
  present: (record) => ({ ...record, rhythm: rhythmText(record.rhythm) }),
}
