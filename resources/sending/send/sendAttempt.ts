import { both, can, defineResource, either, field } from '#schema'

/** What a call came to, as the rules of its integration read the answer (product.md 4.2). */
const attemptOutcomes = {
  success: 'Accepted',
  duplicate: 'Duplicate',
  rejected: 'Rejected',
  capacity: 'No capacity',
  auth: 'Authorization error',
  retry: 'To be tried again',
  unknown: 'Unknown',
  failed: 'Failed',
  skipped: 'Skipped',
  waits: 'Waits',
  refused: 'Not called',
} as const

const computed = { optional: true, computed: true } as const
const attemptAccess = either(can('lead.history.view'), can('lead.history.payload.view'))
const payload = {
  ...computed,
  readBy: both(can('lead.history.payload.view'), can('lead.contact.view')),
  unmaskBy: 'lead.contact.view',
} as const

/** One call to a broker; written before the call, and never taken away. */
export const sendAttempt = defineResource('send_attempts', {
  one: 'Attempt',
  label: 'Attempts',
  api: 'lead/history/attempt',
  listedBy: { by: 'send', path: 'lead/history/:id/attempts' },
  routes: { list: 'lead/history/attempts', show: 'lead/history/attempts/:id/show' },
  permission: 'lead.history',
  access: { list: attemptAccess, show: attemptAccess },
  operations: ['list', 'show'],
  size: 'large',
  fields: {
    send: field.reference('sends', { computed: true, onDelete: 'cascade', index: true }),
    number: field.integer({ computed: true }),
    started_at: field.timestamp({ computed: true, label: 'Begun' }),
    finished_at: field.timestamp({ ...computed, label: 'Ended' }),
    outcome: field.choice(attemptOutcomes, computed),
    rule: field.integer({ ...computed, label: 'Rule that matched' }),
    http_status: field.integer(computed),
    /** Of one that is made again: a “duplicate” after it may be the lead that it brought. */
    doubt: field.choice(
      { arrived: 'May have arrived', taken: 'May have been accepted' },
      { ...computed, label: 'Left open' },
    ),
    error: field.text({ ...computed, max: 500 }),
    /** The same for all leads that went in one call, and in its line of the request log. */
    batch: field.text({ ...computed, max: 36, label: 'Call for several leads' }),
    request: field.json({ ...payload, max: 65_536 }),
    response: field.text({ ...payload, multiline: true, max: 65_536 }),
  },
  unique: [['send', 'number']],
  title: 'number',
  list: ['number', 'started_at', 'finished_at', 'outcome', 'http_status', 'error'],
  form: [],
  show: {
    Attempt: [
      'send',
      'number',
      'started_at',
      'finished_at',
      'outcome',
      'rule',
      'http_status',
      'doubt',
      'error',
      'batch',
    ],
    Bodies: ['request', 'response'],
  },
  sort: '-id',
})
