import { savedViewsOf } from '#features'
import { defineResources } from '#schema'
import { systemResources } from '#system'

import { booking, bookingLine, invoice } from './bookings.ts'
import { customer } from './customers.ts'
import { category, equipment, maintenance } from './equipment.ts'

const hire = [customer, booking, bookingLine, equipment, category, maintenance, invoice] as const
const lists = [...hire, ...systemResources(hire)] as const

/** Everything that a company that hires out equipment keeps, and those who work with it. */
export const resources = defineResources([...lists, savedViewsOf(lists)])
