import type { Behavior } from '#server'

import { maintenance } from './equipment.ts'

export const maintenanceBehavior: Behavior<typeof maintenance> = {
  schedules: {
    overdue: {
      at: '02:30',
      zone: 'Europe/London',
      async run({ records }) {
        const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
        const repairs = records(maintenance)
        for (const { id } of await repairs.find({ state: 'due', due_on: { to: yesterday } })) {
          await repairs.update(id, { state: 'overdue' })
        }
      },
    },
  },
}
