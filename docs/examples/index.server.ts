import { defineBusiness, type Behaviors } from '#server'
import { systemBehaviors } from '#system/server'

import { bookingBehavior } from './bookings.server.ts'
import { customerBehavior } from './customers.server.ts'
import { examples } from './index.ts'

const behaviors = {
  ...systemBehaviors,
  customers: customerBehavior,
  bookings: bookingBehavior,
} satisfies Behaviors<typeof examples>

export const business = defineBusiness(import.meta.url, { resources: examples, behaviors })
