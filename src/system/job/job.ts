import { both, can, defineResource, either, field, own, type Resource } from '#schema'

const ownOrAll = both(
  can('user.profile.job.view'),
  either(can('user.profile.job.all'), own('user')),
)
const count = { computed: true, default: 0 } as const
const moment = { computed: true, optional: true } as const

/** What the engine itself does in the background. */
const ownTypes = {
  bulk: 'Bulk action',
  export: 'Export',
  import: 'Import',
  import_check: 'Check of a file',
  import_undo: 'Undo of an import',
  merge: 'Merging',
}

/** Background work, listed under the user menu: the engine's, and what resources declare. */
export function jobOf(resources: readonly Pick<Resource, 'name' | 'jobs'>[] = []) {
  return defineResource('jobs', {
    icon: 'work',
    api: 'profile/job',
    routes: { list: 'profile/jobs' },
    permission: 'user.profile.job',
    access: { list: ownOrAll, show: ownOrAll },
    operations: ['list', 'show'],
    fields: {
      name: field.text({ computed: true }),
      type: field.choice<Record<string, string>, { computed: true; index: true; isOpen: true }>(
        { ...ownTypes, ...declaredTypes(resources) },
        { computed: true, index: true, isOpen: true },
      ),
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
        {
          computed: true,
          default: 'queued',
          index: true,
          colors: {
            queued: '#64748b',
            running: '#1d4ed8',
            paused: '#b45309',
            cancelling: '#64748b',
            cancelled: '#64748b',
            finished: '#15803d',
            finished_with_errors: '#b45309',
            failed: '#b91c1c',
          },
        },
      ),
      total: field.integer(count),
      pending: field.integer(count),
      processed: field.integer(count),
      failed: field.integer(count),
      progress: field.progress({ computed: true, default: 0 }),
      parent: field.reference('jobs', {
        ...moment,
        index: true,
        label: 'Goes on with',
      }),
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
      'user',
      'type',
      'state',
      'progress',
      'total',
      'pending',
      'processed',
      'failed',
      'result_file',
      'parent',
      'created_at',
      'started_at',
      'finished_at',
      'cancelled_at',
      'message',
    ],
    // What is shown fits beside the sidebar of a small notebook; the other counts and times stand in the job itself.
    hiddenColumns: [
      'id',
      'type',
      'total',
      'pending',
      'processed',
      'parent',
      'started_at',
      'cancelled_at',
      'message',
    ],
    filters: ['type', 'state', 'user', 'created_at'],
    form: [],
    show: {
      Work: ['name', 'type', 'state', 'progress', 'message', 'user', 'parent'],
      Counts: ['total', 'pending', 'processed', 'failed'],
      Times: ['created_at', 'started_at', 'finished_at', 'cancelled_at'],
      Details: ['parameters', 'result'],
    },
    sort: '-created_at',
  })
}

function declaredTypes(resources: Parameters<typeof jobOf>[0] = []): Record<string, string> {
  const types = resources.flatMap(({ name, jobs = {} }) =>
    Object.entries(jobs).map(([job, { label }]) => [`${name}.${job}`, label]),
  )
  return Object.fromEntries(types)
}
