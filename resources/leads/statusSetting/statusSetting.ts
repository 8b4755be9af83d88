import { defineResource, field, type RecordOf } from '#schema'

export type StatusSetting = RecordOf<typeof statusSetting>

/** What one of our statuses does to the leads that get it. Of several rules the one of the narrowest scope holds (product.md 9.1). */
export const statusSetting = defineResource('lead_status_settings', {
  label: 'Lead status rules',
  api: 'lead/status/setting',
  routes: { list: 'lead/status/settings/rules' },
  permission: 'lead.statusSetting',
  messages: 'setting',
  fields: {
    status: field.reference('statuses', { onDelete: 'cascade' }),
    scope: field.choice(
      { all: 'All leads', source: 'One source', department: 'One department' },
      { default: 'all', label: 'For' },
    ),
    source: field.reference('sources', {
      optional: true,
      onDelete: 'cascade',
      visibleWhen: ({ scope }) => scope === 'source',
      requiredWhen: ({ scope }) => scope === 'source',
    }),
    department: field.reference('broker_departments', {
      optional: true,
      onDelete: 'cascade',
      help: 'The one whose broker told the status.',
      visibleWhen: ({ scope }) => scope === 'department',
      requiredWhen: ({ scope }) => scope === 'department',
    }),
    can_send: field.boolean({ default: true, help: 'Its leads may be sent.' }),
    days_not_available: field.integer({
      min: 0,
      max: 3_650,
      default: 0,
      help: 'Days from the moment that a lead gets the status. 0: no change.',
    }),
    is_final: field.boolean({
      default: false,
      label: 'Final',
      help: 'A broker cannot change it, nor people without a permission of their own.',
    }),
    add_to_black_list: field.boolean({
      default: false,
      help: 'The person goes to the black list by phone and e-mail.',
    }),
    add_tags: field.references('tags', { onDelete: 'empty' }),
    remove_tags: field.references('tags', { onDelete: 'empty' }),
    notify_users: field.references('users', { onDelete: 'empty' }),
    notify_roles: field.references('roles', { onDelete: 'empty' }),
    hide_from_source: field.boolean({
      default: false,
      help: 'The source sees no more than the group of the status before.',
    }),
  },
  unique: [{ fields: ['status', 'scope', 'source', 'department'], nulls: 'same' }],
  title: '{status} – {scope}',
  list: [
    'id',
    'status',
    'scope',
    'source',
    'department',
    'can_send',
    'days_not_available',
    'is_final',
    'add_to_black_list',
    'add_tags',
    'remove_tags',
    'hide_from_source',
    'updated_at',
  ],
  hiddenColumns: ['id', 'source', 'department', 'remove_tags', 'hide_from_source', 'updated_at'],
  editableColumns: ['days_not_available'],
  filters: ['status', 'scope', 'source', 'department', 'can_send', 'is_final'],
  form: {
    Rule: ['status', 'scope', 'source', 'department'],
    'What it does': [
      'can_send',
      'days_not_available',
      'is_final',
      'hide_from_source',
      'add_to_black_list',
      'add_tags',
      'remove_tags',
    ],
    'Who is told': ['notify_users', 'notify_roles'],
  },
  sort: 'status',
  jobs: { apply: { label: 'Apply a rule to leads' } },
})
