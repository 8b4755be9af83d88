import { can, defineResource, field } from '#schema'

/** How long personal data is kept, which takes effect after a waiting period (product.md 15.3). */
export const retention = defineResource('retention_rules', {
  label: 'Retention',
  one: 'Retention rule',
  icon: 'history',
  api: 'lead/retention',
  route: 'lead/retention',
  permission: 'lead.erase',
  access: { list: can('lead.erase'), show: can('lead.erase'), edit: can('lead.erase') },
  operations: ['list', 'show', 'edit'],
  reauthenticate: ['edit'],
  fields: {
    subject: field.choice(
      { leads: 'Leads without activity', failed_leads: 'Failed leads' },
      { computed: true, unique: true, label: 'What is emptied' },
    ),
    days: field.integer({ min: 1, max: 3_650, label: 'After days' }),
    is_active: field.boolean({
      default: true,
      label: 'Active',
      help: 'A rule that empties more than before begins seven days after it was saved.',
    }),
    starts_at: field.timestamp({ optional: true, computed: true, label: 'Takes effect' }),
    waiting: field.integer({
      optional: true,
      computed: true,
      label: 'Emptied on that day',
      help: 'As counted when the rule was saved.',
    }),
    emptied: field.integer({ computed: true, default: 0, label: 'Emptied so far' }),
    last_run_at: field.timestamp({ optional: true, computed: true, label: 'Last emptied' }),
  },
  title: 'subject',
  list: ['subject', 'days', 'is_active', 'starts_at', 'waiting', 'emptied', 'last_run_at'],
  form: ['days', 'is_active'],
  show: ['subject', 'days', 'is_active', 'starts_at', 'waiting', 'emptied', 'last_run_at'],
  sort: 'subject',
})
