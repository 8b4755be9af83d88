import { field } from '#schema'

import { weekdays } from '../../brokers/department/departmentFields.ts'
import { modes } from './modes.ts'

const optional = { optional: true } as const

/** What leads are sent by (product.md 6.6), as the dialog of sending calls it. */
const asked = {
  mode: field.choice(modes, optional),
  departments: field.references('broker_departments', {}),
  max_departments: field.integer({
    ...optional,
    label: 'Departments that one lead is offered to, at most',
  }),
  integration: field.reference('send_integrations', optional),
  order: field.choice(
    { oldest: 'Oldest first', newest: 'Newest first', shuffle: 'Shuffled' },
    optional,
  ),
  scheduled_at: field.timestamp({ ...optional, label: 'Not before' }),
  interval_min: field.integer({ ...optional, label: 'Pause at least, seconds' }),
  interval_max: field.integer({ ...optional, label: 'Pause at most, seconds' }),
  per_hour: field.integer({ ...optional, label: 'Most an hour' }),
  per_day: field.integer({ ...optional, label: 'Most a day' }),
  window_from: field.time({ ...optional, label: 'From' }),
  window_to: field.time({ ...optional, label: 'To' }),
  weekdays: field.choice(weekdays, { ...optional, label: 'On these days' }),
  zone: field.timeZone({ ...optional, label: 'Time zone' }),
  is_canary: field.boolean({ default: false, label: 'Send the first 5, then ask' }),
  stop_percent: field.integer({ ...optional, label: 'Pause when more fail, %' }),
  stop_first: field.integer({ ...optional, label: '… of the first' }),
  is_forced: field.boolean({
    default: false,
    label: 'Also leads that may be at another department',
  }),
  note: field.text({ ...optional, max: 500 }),
}

export const sendJobs = {
  lead_send: { label: 'Send leads', asked },
  import_send: {
    label: 'Send the leads of an import',
    asked: {
      import: field.integer(optional),
      ...asked,
      with_filled: field.boolean({ default: false, label: 'Also leads that it filled' }),
    },
  },
}
