import { defineResources } from '#schema'
import { systemResources } from '#system'

import { booking, bookingLine } from './bookings.ts'
import { customer, refusedCustomer } from './customers.ts'
import { busyHour, call, desk } from './others.ts'

const hire = [customer, refusedCustomer, booking, bookingLine, call, busyHour, desk] as const

export const examples = defineResources([...hire, ...systemResources(hire)])
