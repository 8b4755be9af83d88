import { can, defineResource, field } from '#schema'

const computed = { computed: true, optional: true } as const
const indexed = { ...computed, index: true } as const

/** The writes that the audit log tells of. */
export const changeEvents = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
} as const

/** What was changed on leads, by whom and when: the audit log as far as it is about leads (product.md 11.7). */
export const leadChange = defineResource('lead_changes', {
  label: 'Changes of leads',
  one: 'Change of a lead',
  icon: 'history',
  api: 'lead/history/changes',
  routes: { list: 'lead/history/changes' },
  permission: 'lead.history',
  access: {
    list: can('lead.history.view'),
    show: can('lead.history.view'),
    export: can('lead.history.export'),
  },
  operations: ['list', 'show', 'export'],
  size: 'large',
  view: { sorts: ['created_at'] },
  fields: {
    lead: field.reference('leads', indexed),
    user: field.reference('users', { ...indexed, label: 'Who' }),
    department: field.reference('broker_departments', {
      ...computed,
      label: 'On behalf of department',
    }),
    integration: field.reference('send_integrations', {
      ...computed,
      label: 'On behalf of integration',
    }),
    event: field.choice(changeEvents, { computed: true, index: true }),
    changed: field.words({
      ...indexed,
      max: 200,
      label: 'Field',
      fieldsOf: 'leads',
    }),
    detail: field.json({ ...computed, label: 'Old and new' }),
    note: field.text({ ...computed, max: 500 }),
    job: field.reference('jobs', computed),
  },
  title: '{event} – {lead}',
  list: [
    'id',
    'created_at',
    'lead',
    'user',
    'department',
    'integration',
    'event',
    'detail',
    'note',
    'job',
  ],
  hiddenColumns: ['id', 'department', 'integration', 'job'],
  filters: ['created_at', 'lead', 'user', 'event', 'changed'],
  form: [],
  show: {
    Change: ['created_at', 'lead', 'user', 'department', 'integration', 'event', 'note', 'job'],
    'What changed': ['detail'],
  },
  sort: '-created_at',
})
