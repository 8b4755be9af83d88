import { defineResource, field, type RecordOf } from '#schema'

export type StatusMap = RecordOf<typeof statusMap>

/** Which of our statuses a word of a broker stands for (product.md 9.1). */
export const statusMap = defineResource('status_maps', {
  group: 'Leads',
  label: 'Lead status settings',
  one: 'Status mapping',
  plural: 'Status mappings',
  icon: 'tune',
  api: 'lead/status/map',
  routes: { list: 'lead/status/settings' },
  permission: 'lead.statusSetting',
  messages: 'setting',
  fields: {
    department: field.reference('broker_departments', {
      optional: true,
      onDelete: 'cascade',
      none: 'All departments',
    }),
    broker_status: field.text({
      search: true,
      help: 'Capitals and spaces around it make no difference.',
    }),
    compared_as: field.text({ computed: true, label: 'Broker status in small letters' }),
    status: field.reference('statuses', { label: 'Our status' }),
    counts_as_ftd: field.boolean({ default: false, label: 'Counts as FTD' }),
    seen: field.integer({ computed: true, optional: true, label: 'Leads' }),
    last_seen_at: field.timestamp({ computed: true, optional: true }),
  },
  unique: [{ fields: ['compared_as', 'department'], nulls: 'same' }],
  title: 'broker_status',
  list: [
    'id',
    'broker_status',
    'status',
    'department',
    'counts_as_ftd',
    'seen',
    'last_seen_at',
    'updated_at',
  ],
  hiddenColumns: ['id', 'updated_at'],
  editableColumns: ['status'],
  filters: ['status', 'department', 'counts_as_ftd'],
  form: ['broker_status', 'department', 'status', 'counts_as_ftd'],
  sort: 'broker_status',
  jobs: { apply: { label: 'Apply a mapping to leads' } },
})
