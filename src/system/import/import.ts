import { both, defineResource, field, own, type Rule, type User } from '#schema'

const count = { computed: true, default: 0 } as const

interface Listed {
  readonly operations: readonly string[]
  readonly access: {
    readonly import: { (user: User): boolean | object; readonly permissions?: readonly string[] }
  }
}

/** Files that were taken in, each seen only by the person who brought it, as long as they may bring files at all. */
export function importRecordOf(resources: readonly Listed[]) {
  const taking = resources.filter(({ operations }) => operations.includes('import'))
  const mine = both(own('user'), importer(taking))
  return defineResource('imports', {
    icon: 'upload',
    api: 'profile/import',
    routes: { list: 'profile/imports' },
    permission: 'user.profile.import',
    access: { list: mine, show: mine },
    operations: taking.length > 0 ? ['list', 'show'] : [],
    fields: {
      name: field.text({ computed: true, search: true }),
      resource: field.text({ max: 60, computed: true }),
      file: field.text({ max: 40, computed: true }),
      user: field.reference('users', { computed: true }),
      job: field.reference('jobs', { computed: true, optional: true }),
      state: field.choice(
        {
          uploaded: 'Uploaded',
          checking: 'Checking',
          checked: 'Checked',
          preparing: 'Preparing',
          importing: 'Importing',
          done: 'Done',
          failed: 'Failed',
          cancelled: 'Cancelled',
          undoing: 'Being undone',
          undone: 'Undone',
        },
        {
          computed: true,
          default: 'uploaded',
          colors: {
            uploaded: '#64748b',
            checking: '#1d4ed8',
            checked: '#1d4ed8',
            preparing: '#1d4ed8',
            importing: '#1d4ed8',
            done: '#15803d',
            failed: '#b91c1c',
            cancelled: '#64748b',
            undoing: '#b45309',
            undone: '#64748b',
          },
        },
      ),
      options: field.json({ computed: true, optional: true }),
      total: field.integer(count),
      created: field.integer({ ...count, label: 'Imported' }),
      updated: field.integer(count),
      refused: field.integer(count),
      undone: field.integer(count),
      undo_job: field.reference('jobs', { computed: true, optional: true }),
      checked: field.json({ computed: true, optional: true }),
      sha256: field.text({ max: 64, computed: true, optional: true, index: true }),
      finished_at: field.timestamp({ computed: true, optional: true }),
      message: field.text({ max: 500, computed: true, optional: true }),
      note: field.text({ max: 500, computed: true, optional: true, multiline: true }),
    },
    title: 'name',
    list: [
      'id',
      'created_at',
      'name',
      'note',
      'resource',
      'state',
      'total',
      'created',
      'updated',
      'refused',
      'job',
      'finished_at',
      'message',
    ],
    hiddenColumns: ['id', 'resource'],
    filters: ['state', 'created_at'],
    form: [],
    show: {
      File: ['name', 'note', 'resource', 'state', 'message', 'job'],
      Rows: ['total', 'created', 'updated', 'refused', 'undone'],
      Times: ['created_at', 'finished_at'],
    },
    sort: '-created_at',
  })
}

/** Anyone who may bring files into one of the resources, or records that a filter of it matches. */
function importer(taking: readonly Listed[]): Rule {
  const rules = taking.map(({ access }) => access.import)
  return Object.assign((user: User) => rules.some((one) => one(user) !== false), {
    permissions: rules.flatMap(({ permissions = [] }) => permissions),
  })
}
