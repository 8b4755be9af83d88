import { can, field, nobody } from '#schema'

import { personFields } from '../../leads/lead/leadViews.ts'

export const weekdays = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
} as const

export const hours = { day: field.choice(weekdays), from: field.time(), to: field.time() }

export const hoursOptions = {
  max: 28,
  optional: true,
  unique: ['day', 'from'],
  help: 'None: always open. Hours that end before they begin cross midnight.',
} as const

export const workingDays = (['mon', 'tue', 'wed', 'thu', 'fri'] as const).map((day) => ({
  day,
  from: '09:00',
  to: '18:00',
}))

/** A stretch that ends before it begins crosses midnight; from midnight to midnight is the whole day. */
export const hoursCheck = {
  on: 'opening_hours',
  cell: 'to',
  unless: ({ from, to }: { from: string; to: string }) => from !== to || from.startsWith('00:00'),
  message: 'Only a whole day, 00:00 to 00:00, ends when it begins',
} as const

/** When a department takes leads, in its own time zone (product.md 3.2). */
export const hoursFields = {
  timezone: field.timeZone({ default: 'UTC', label: 'Time zone' }),
  opening_hours: field.rows(hours, hoursOptions),
  closed_dates: field.rows(
    { day: field.date() },
    { max: 100, optional: true, unique: ['day'], label: 'Closed on' },
  ),
  off_hours_action: field.choice(
    { wait: 'Leads wait until it opens', skip: 'Leads are skipped' },
    { default: 'wait', label: 'When it is closed' },
  ),
}

/** How many leads it takes, and of what turn it is when several could (product.md 6.3). */
export const capFields = {
  caps: field.lines('department_caps', {
    by: 'department',
    fields: ['period', 'limit', 'counts', 'country', 'source'],
    max: 50,
    position: 'position',
    help: 'None: as many as come.',
  }),
  cap_action: field.choice(
    { wait: 'Leads wait for room', skip: 'Leads are skipped' },
    { default: 'skip', label: 'When a cap is full' },
  ),
  priority: field.integer({ min: 1, max: 99, default: 10, help: '1 comes first.' }),
  weight: field.integer({
    min: 0,
    max: 100,
    default: 10,
    help: 'Its share among departments of the same priority; 0 only when no other can.',
  }),
}

/** Which leads it takes (product.md 6.2). */
export const acceptFields = {
  accept_countries: field.references('countries', { none: 'Every country' }),
  accept_languages: field.references('languages', { none: 'Every language' }),
  accept_sources: field.references('sources', { none: 'Every source' }),
  block_sources: field.references('sources', { label: 'Blocked sources' }),
  max_lead_age_days: field.integer({
    min: 1,
    max: 3_650,
    optional: true,
    label: 'Oldest lead, days',
  }),
  min_age_years: field.integer({
    min: 18,
    max: 99,
    optional: true,
    label: 'Youngest person, years',
  }),
  required_fields: field.words({
    max: 20,
    optional: true,
    fieldsOf: 'leads',
    only: personFields,
    help: 'A lead without one of them is skipped.',
  }),
  needs_consent: field.boolean({ default: false }),
  resend_after_days: field.integer({
    min: 1,
    max: 3_650,
    optional: true,
    label: 'Takes the same lead again after, days',
    help: 'Empty: never.',
  }),
  block_same_company: field.boolean({
    default: true,
    label: 'Not what a broker of the same company has taken',
  }),
}

/** What its own calls to us may bring (product.md 8). */
export const inboundFields = {
  default_source: field.reference('sources', {
    optional: true,
    requiredWhen: ({ is_sender }) => is_sender === true,
    help: 'Of the leads that it sends to us; a sender needs one.',
  }),
  may_send_restricted: field.boolean({
    default: false,
    readBy: can('lead.sensitive.view'),
    label: 'May send restricted fields',
  }),
}

const hash = { max: 44, optional: true, computed: true, readBy: nobody } as const

/** What its calls sign in with: the hash finds a token, and only a signature opens what is sealed (product.md 8.1). */
export const tokenFields = {
  api_token: field.secret({ optional: true, computed: true }),
  api_token_hash: field.text({ ...hash, index: 'lookup', label: 'Hash of the token' }),
  previous_token: field.secret({ optional: true, computed: true, label: 'Old token' }),
  previous_token_hash: field.text({ ...hash, index: 'lookup', label: 'Hash of the old token' }),
  previous_token_until: field.timestamp({
    optional: true,
    computed: true,
    label: 'Old token works until',
  }),
}
