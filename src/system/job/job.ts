import { both, can, defineResource, either, field, own } from '#schema'

const ownOrAll = both(
  can('user.profile.job.view'),
  either(can('user.profile.job.all'), own('user')),
)
const count = { computed: true, default: 0 } as const
const moment = { computed: true, optional: true } as const

/** Background work (product.md 14.1), listed under the user menu. */
export const job = defineResource('jobs', {
  icon: 'work',
  api: 'profile/job',
  routes: { list: 'profile/jobs' },
  permission: 'user.profile.job',
  access: { list: ownOrAll, show: ownOrAll },
  operations: ['list', 'show'],
  fields: {
    name: field.text({ max: 190, computed: true, search: true }),
    type: field.text({ max: 60, computed: true, index: true }),
    state: field.choice(
      {
        queued: 'Queued',
        running: 'Running',
        paused: 'Paused',
        cancelling: 'Cancelling',
        cancelled: 'Cancelled',
        finished: 'Finished',
        finished_with_errors: 'Finished with errors',
        failed: 'Failed',
      },
      { computed: true, default: 'queued', index: true },
    ),
    total: field.integer(count),
    pending: field.integer(count),
    processed: field.integer(count),
    failed: field.integer(count),
    progress: field.progress({ computed: true, default: 0 }),
    user: field.reference('users', { computed: true, readBy: 'user.profile.job.all' }),
    parameters: field.json(moment),
    result: field.json(moment),
    message: field.text({ max: 500, computed: true, optional: true }),
    result_file: field.text({ max: 40, computed: true, optional: true, label: 'Result' }),
    error_file: field.text({ max: 40, computed: true, optional: true }),
    started_at: field.timestamp(moment),
    finished_at: field.timestamp(moment),
    cancelled_at: field.timestamp(moment),
    undoable_until: field.timestamp(moment),
  },
  title: 'name',
  list: [
    'id',
    'name',
    'type',
    'state',
    'progress',
    'result_file',
    'total',
    'pending',
    'processed',
    'failed',
    'user',
    'created_at',
    'started_at',
    'finished_at',
    'cancelled_at',
    'message',
  ],
  hidden: ['type', 'started_at', 'cancelled_at', 'message'],
  filters: ['type', 'state', 'user', 'created_at'],
  form: [],
  show: {
    Work: ['name', 'type', 'state', 'progress', 'message', 'user'],
    Counts: ['total', 'pending', 'processed', 'failed'],
    Times: ['created_at', 'started_at', 'finished_at', 'cancelled_at'],
    Details: ['parameters', 'result'],
  },
  sort: '-created_at',
})
