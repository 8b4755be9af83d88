import { ruleRow } from '../sending/integration/fields/rows.ts'
import { row } from './demoIntegration.ts'

/** What a desk of the demo takes, and how leads reach it. */
interface DemoDesk {
  readonly countries: readonly string[]
  readonly timezone: string
  readonly state: 'active' | 'auto_paused' | 'draft' | 'archived'
  /** False: statuses come, and no leads go. */
  readonly push?: boolean
  /** Accepted leads a day; none: as many as come. */
  readonly cap?: number
  /** Opens and closes, on working days; none: always open. */
  readonly hours?: readonly [from: string, to: string]
}

/** The desks by their names. The first that takes a country gets most of its leads. */
export const demoDesks: Readonly<Record<string, DemoDesk>> = {
  'UK desk': desk(['GB', 'ZA', 'AU'], 'Europe/London', { cap: 60, hours: ['08:00', '18:00'] }),
  'Ireland desk': desk(['CA', 'GB'], 'Europe/Dublin', { cap: 20 }),
  'DACH desk': desk(['DE'], 'Europe/Berlin', { cap: 25, hours: ['09:00', '18:30'] }),
  'Iberia desk': desk(['ES'], 'Europe/Madrid', { hours: ['10:00', '20:00'] }),
  'Brazil desk': desk(['BR'], 'America/Sao_Paulo', { cap: 15, push: false }),
  'Nordic desk': desk(['SE', 'NL', 'PL'], 'Europe/Stockholm', {}),
  'French desk': desk(['FR'], 'Europe/Paris', { cap: 30, hours: ['09:00', '19:00'] }),
  'Italian desk': desk(['IT'], 'Europe/Rome', { state: 'auto_paused' }),
  'Pacific desk': desk(['AU'], 'Australia/Sydney', { state: 'archived' }),
}

function desk(countries: readonly string[], timezone: string, more: Partial<DemoDesk>): DemoDesk {
  return { countries, timezone, state: 'active', ...more }
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri'] as const

/** The hours of a desk as rows of its department. */
export const hoursOf = ({ hours }: DemoDesk) =>
  hours ? days.map((day) => ({ day, from: hours[0], to: hours[1] })) : null

/** What the integration of each desk sends, and how it reads the answer. */
export const demoIntegration = {
  template: 'custom',
  environment: 'live',
  method: 'POST',
  content_type: 'json',
  auth_type: 'none',
  mapping: Object.entries({
    first_name: 'first_name',
    last_name: 'last_name',
    email: 'email',
    phone: 'phone',
    country: 'country',
    funnel: 'funnel',
  }).map(([target, value]) => row(target, value)),
  rules: [
    ruleRow({ path: 'success', test: 'true', outcome: 'success' }),
    ruleRow({ path: 'error', test: 'contains', value: 'duplicate', outcome: 'duplicate' }),
    ruleRow({ path: 'success', test: 'false', outcome: 'rejected', reason_path: 'error' }),
  ],
  id_paths: ['id'],
  message_paths: ['error'],
} as const
