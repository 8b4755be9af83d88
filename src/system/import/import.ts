import { defineResource, field, own } from '#schema'

const count = { computed: true, default: 0 } as const

/** Files that were taken in, each seen only by the person who brought it. */
export const importRecord = defineResource('imports', {
  icon: 'upload',
  api: 'profile/import',
  routes: { list: 'profile/imports' },
  permission: 'user.profile.import',
  access: { list: own('user'), show: own('user') },
  operations: ['list', 'show'],
  fields: {
    name: field.text({ max: 190, computed: true }),
    resource: field.text({ max: 60, computed: true }),
    file: field.text({ max: 40, computed: true }),
    user: field.reference('users', { computed: true }),
    job: field.reference('jobs', { computed: true, optional: true }),
    state: field.choice(
      {
        uploaded: 'Uploaded',
        preparing: 'Preparing',
        importing: 'Importing',
        done: 'Done',
        failed: 'Failed',
        cancelled: 'Cancelled',
      },
      { computed: true, default: 'uploaded' },
    ),
    options: field.json({ computed: true, optional: true }),
    total: field.integer(count),
    created: field.integer({ ...count, label: 'Imported' }),
    refused: field.integer(count),
    sha256: field.text({ max: 64, computed: true, optional: true, index: true }),
    finished_at: field.timestamp({ computed: true, optional: true }),
    message: field.text({ max: 500, computed: true, optional: true }),
  },
  title: 'name',
  list: [
    'id',
    'created_at',
    'name',
    'resource',
    'state',
    'total',
    'created',
    'refused',
    'job',
    'finished_at',
    'message',
  ],
  hidden: ['id', 'resource'],
  filters: ['state', 'created_at'],
  form: [],
  show: {
    File: ['name', 'resource', 'state', 'message', 'job'],
    Rows: ['total', 'created', 'refused'],
    Times: ['created_at', 'finished_at'],
  },
  sort: '-created_at',
})
