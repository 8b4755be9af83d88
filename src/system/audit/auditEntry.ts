import { defineResource, field, type ActionDeclaration, type Resource } from '#schema'

const computed = { computed: true, optional: true } as const
const indexed = { ...computed, index: true } as const

/** What the log of the engine calls the actions that no resource declares. */
const ownActions = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  merge: 'Merged',
  import_check: 'File checked',
  import_start: 'Import begun',
  import: 'Rows imported',
  import_undo: 'Import taken back',
  export: 'Export begun',
  exported: 'Export finished',
  download: 'Downloaded',
  job_start: 'Background work begun',
  pause: 'Paused',
  resume: 'Resumed',
  cancel: 'Cancelled',
  retry: 'Tried again',
  reveal: 'Contacts revealed',
  masked_search: 'Contact compared',
  contact_filter: 'Filtered by contacts',
  contact_check: 'Contacts of a file compared',
  denied: 'Refused',
  login: 'Sign-in',
  login_failed: 'Sign-in failed',
  login_refused: 'Sign-in refused',
  login_limited: 'Sign-in made to wait',
  logout: 'Sign-out',
  confirm: 'Password asked and right',
  confirm_failed: 'Password asked and wrong',
  password_change: 'Password changed',
  sessions_end: 'Other sign-ins ended',
  setup: 'First administrator made',
  forget_lines: 'Old lines deleted',
  permissions_added: 'Permissions of a release added',
  access_repaired: 'Access repaired by the operator',
}

type Named = Pick<Resource, 'name' | 'label' | 'actions'>

const label = 'Audit log'

/** Who did what and when, for those who watch over the console. The engine writes the log. */
export function auditEntryOf(resources: readonly Named[]) {
  return defineResource('audit_entries', {
    label,
    one: 'Audit entry',
    plural: 'Audit entries',
    group: 'Users management',
    icon: 'receipt',
    api: 'audit',
    routes: { list: 'audit' },
    permission: 'audit',
    operations: ['list', 'show', 'export'],
    size: 'large',
    view: { sorts: ['created_at'] },
    fields: {
      user: field.reference('users', indexed),
      action: field.choice<Record<string, string>, typeof indexed>(
        { ...ownActions, ...declaredActions(resources) },
        indexed,
      ),
      resource: field.choice<Record<string, string>, typeof indexed>(
        {
          ...Object.fromEntries(resources.map(({ name, label }) => [name, label])),
          audit_entries: label,
        },
        indexed,
      ),
      record: field.integer({ ...indexed, max: Number.MAX_SAFE_INTEGER }),
      detail: field.json({ ...computed, label: 'Details' }),
      reason: field.text({ ...computed, max: 500 }),
      ip: field.text({ ...computed, max: 45, label: 'IP address' }),
      user_agent: field.text({ ...computed, max: 300, label: 'Browser' }),
      job: field.reference('jobs', computed),
    },
    title: 'action',
    list: [
      'id',
      'created_at',
      'user',
      'action',
      'resource',
      'record',
      'detail',
      'reason',
      'ip',
      'job',
      'user_agent',
    ],
    hiddenColumns: ['id', 'job', 'user_agent'],
    filters: ['created_at', 'user', 'resource', 'record', 'action'],
    form: [],
    show: {
      Act: ['created_at', 'user', 'action', 'resource', 'record', 'reason'],
      'What happened': ['detail'],
      Origin: ['ip', 'user_agent', 'job'],
    },
    sort: '-created_at',
  })
}

function declaredActions(resources: readonly Named[]): Record<string, string> {
  const actions = resources.flatMap((one) => Object.entries<ActionDeclaration>(one.actions ?? {}))
  return Object.fromEntries(actions.map(([name, { label }]) => [name, label]))
}
