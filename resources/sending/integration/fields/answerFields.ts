import { field } from '#schema'

const paths = { max: 10, each: 120, optional: true } as const

/** What an answer means: the first rule that matches says it (product.md 7.3). */
export const answerFields = {
  rules: field.rows(
    {
      and: field.boolean({
        default: false,
        help: 'One more condition of the rule above, without an outcome of its own.',
      }),
      look_at: field.choice(
        {
          status: 'HTTP status',
          body: 'Text of the answer',
          json: 'Value in JSON',
          xml: 'Value in XML',
          header: 'Header',
        },
        { default: 'json', label: 'Look at' },
      ),
      path: field.text({ max: 190, optional: true, label: 'Where, or which' }),
      test: field.choice(
        {
          equals: 'Is',
          one_of: 'Is one of',
          range: 'Lies between',
          contains: 'Contains',
          regex: 'Matches the pattern',
          exists: 'Is there',
          missing: 'Is missing',
          true: 'Is true',
          false: 'Is false',
          gt: 'Is more than',
          lt: 'Is less than',
        },
        { default: 'equals' },
      ),
      value: field.text({ max: 300, optional: true }),
      outcome: field.choice(
        {
          success: 'Success',
          duplicate: 'Duplicate',
          rejected: 'Rejected',
          capacity: 'No capacity',
          auth: 'Sign-in refused',
          retry: 'Try again',
          unknown: 'Unknown',
        },
        { optional: true },
      ),
      label: field.text({ max: 60, optional: true, label: 'Failure status' }),
      reason_path: field.text({ max: 190, optional: true, label: 'Where the reason stands' }),
      reason: field.text({ optional: true, label: 'Reason where there is none' }),
    },
    { min: 1, max: 60, label: 'Answer rules' },
  ),
  status_is_success: field.boolean({
    default: false,
    label: 'The broker confirmed that the HTTP status alone means success',
  }),
}

/** Where an answer tells what is kept of it (product.md 7.4). */
export const extractionFields = {
  id_paths: field.words({ ...paths, label: 'ID at the broker' }),
  link_paths: field.words({ ...paths, label: 'Link for the lead' }),
  status_paths: field.words({ ...paths, label: 'Broker status' }),
  message_paths: field.words({ ...paths, label: 'Message' }),
  price_paths: field.words({ ...paths, label: 'Price' }),
}

const times = { max: 120 } as const

/** When a call is repeated (product.md 7.1). */
export const retryFields = {
  retry_attempts: field.integer({ min: 0, max: 10, default: 5, label: 'Attempts' }),
  retry_after: field.text({
    ...times,
    default: '10s 1m 5m 15m 60m',
    label: 'Pauses between attempts',
  }),
  capacity_after: field.text({
    ...times,
    default: '15m 1h 4h 12h',
    label: 'Pauses when the broker has no room',
  }),
  max_age_hours: field.integer({
    min: 1,
    max: 72,
    default: 24,
    label: 'Hours until it is given up',
  }),
  safe_to_repeat: field.boolean({
    default: false,
    help: 'The broker confirmed that a repeated call with the same key makes no second lead.',
  }),
  send_key_header: field.boolean({ default: true, label: 'Send the header Idempotency-Key' }),
}

/** How fast calls may come (product.md 7.1). */
export const limitFields = {
  rate_count: field.integer({ min: 1, max: 100_000, optional: true, label: 'Most calls' }),
  rate_burst: field.integer({
    min: 1,
    max: 1_000,
    default: 1,
    label: 'Calls that may come together',
    help: 'After a rest, within the rate.',
  }),
  rate_seconds: field.integer({ min: 1, max: 86_400, default: 60, label: 'In seconds' }),
  concurrency: field.integer({ min: 1, max: 20, default: 2, label: 'Calls at once' }),
}

/** How many calls an integration remembers the ends of. */
export const rememberedCalls = 100

/** When the integration rests by itself (product.md 6.6). */
export const breakerFields = {
  breaker_errors: field.integer({ min: 1, max: 1_000, default: 10, label: 'Pause after errors' }),
  breaker_rejections: field.integer({
    min: 1,
    max: 10_000,
    default: 20,
    label: 'Pause after rejections',
  }),
  breaker_timeouts: field.integer({
    min: 1,
    max: 100,
    default: 50,
    label: 'Pause at timeouts, % of the last calls',
  }),
  breaker_calls: field.integer({
    min: 1,
    max: rememberedCalls,
    default: 20,
    label: 'Last calls that are looked at',
  }),
  breaker_auth: field.integer({
    min: 1,
    max: rememberedCalls,
    default: 1,
    label: 'Pause after authorization errors',
  }),
}
