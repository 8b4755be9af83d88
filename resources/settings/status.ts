import { defineResource, field, type RecordOf } from '#schema'

import { settingAccess } from './access.ts'

export type Status = RecordOf<typeof status>

export const status = defineResource('statuses', {
  group: 'Settings',
  icon: 'flag',
  api: 'settings/status',
  routes: { list: 'settings/statuses' },
  permission: 'settings.status',
  access: settingAccess('status'),
  messages: 'setting',
  mergeable: true,
  fields: {
    name: field.text({ max: 60, unique: true, search: true }),
    text_color: field.color({ default: '#1e293b' }),
    bg_color: field.color({
      default: '#e2e8f0',
      label: 'Background color',
      under: 'text_color',
      help: 'A contrast of 4.5 : 1 to the text or more can be read by everybody.',
    }),
    group: field.choice(
      {
        new: 'New',
        in_work: 'In work',
        positive: 'Positive',
        negative: 'Negative',
        invalid: 'Invalid',
        deposit: 'Deposit',
      },
      { default: 'in_work' },
    ),
    validity: field.choice(
      { none: 'Undecided', valid: 'Valid lead', invalid: 'Invalid lead' },
      { default: 'none' },
    ),
    position: field.integer({ min: 0, max: 10_000, default: 100 }),
    is_default: field.boolean({ default: false, label: 'Default of new leads' }),
    is_system: field.boolean({ computed: true, default: false, label: 'System' }),
    in_use: field.derived(field.boolean({ default: false })),
  },
  title: 'name',
  withTitle: ['text_color', 'bg_color'],
  list: [
    'id',
    'name',
    'group',
    'validity',
    'in_use',
    'position',
    'is_default',
    'is_system',
    'updated_at',
  ],
  hiddenColumns: ['id', 'is_system', 'updated_at'],
  editableColumns: ['name', 'position'],
  filters: ['group', 'validity', 'in_use'],
  form: ['name', 'text_color', 'bg_color', 'group', 'validity', 'position', 'is_default'],
  sort: 'position',
  arranged: 'position',
  options: { permission: 'options.statuses.all', fields: ['name'] },
})
