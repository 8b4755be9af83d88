import { can, defineResource, field } from '#schema'

const columns = [
  'subject',
  'term',
  'is_active',
  'starts_at',
  'in_force',
  'waiting',
  'emptied',
  'last_run_at',
] as const

export const subjects = {
  leads: 'Leads without activity',
  failed_leads: 'Failed leads',
  requests: 'Calls in the request log',
  request_bodies: 'Bodies of those calls',
  exports: 'Exported files',
  auto_login_links: 'Auto-login links',
  jobs: 'What jobs were asked for',
  audit_log: 'Lines of the audit log',
} as const

/** How long things are kept; a rule that keeps less than before takes effect after a waiting period (product.md 15.3). */
export const retention = defineResource('retention_rules', {
  label: 'Retention',
  one: 'Retention rule',
  plural: 'Retention rules',
  group: 'Settings',
  icon: 'history',
  api: 'lead/retention',
  routes: { list: 'lead/retention' },
  permission: 'lead.erase',
  access: { list: can('lead.erase'), show: can('lead.erase'), edit: can('lead.erase') },
  operations: ['list', 'show', 'edit'],
  reauthenticate: ['edit'],
  fields: {
    subject: field.choice(subjects, { computed: true, unique: true, label: 'What is kept' }),
    term: field.integer({
      min: 1,
      max: 3_650,
      label: 'Kept for',
      help: 'Days; of exported files hours, of auto-login links minutes.',
      renamedFrom: 'days',
    }),
    unit: field.choice(
      { minutes: 'Minutes', hours: 'Hours', days: 'Days' },
      { computed: true, default: 'days' },
    ),
    is_active: field.boolean({
      default: true,
      label: 'Active',
      help: 'A rule that empties more than before begins seven days after it was saved.',
    }),
    starts_at: field.timestamp({ optional: true, computed: true, label: 'Takes effect' }),
    in_force: field.integer({
      optional: true,
      computed: true,
      label: 'Until then',
    }),
    waiting: field.integer({
      optional: true,
      computed: true,
      label: 'Emptied on that day',
      help: 'As counted when the rule was saved.',
    }),
    emptied: field.integer({ computed: true, optional: true, label: 'Emptied so far' }),
    last_run_at: field.timestamp({ optional: true, computed: true, label: 'Last emptied' }),
  },
  title: 'subject',
  list: columns,
  form: ['term', 'is_active'],
  show: columns,
  sort: 'subject',
})
