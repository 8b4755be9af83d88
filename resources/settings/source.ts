import { defineResource, field } from '#schema'

import { settingAccess } from './access.ts'

export const source = defineResource('sources', {
  group: 'Settings',
  icon: 'source',
  api: 'settings/source',
  routes: { list: 'settings/sources' },
  permission: 'settings.source',
  access: settingAccess('source'),
  messages: 'setting',
  fields: {
    name: field.text({ max: 120, unique: true, search: true }),
    is_active: field.boolean({
      default: true,
      label: 'Active',
      help: 'A source that is switched off takes no new leads.',
    }),
    default_country: field.reference('countries', { optional: true }),
    default_language: field.reference('languages', { optional: true }),
    default_status: field.reference('statuses', { optional: true }),
    tags: field.references('tags', { help: 'New leads of this source get them.' }),
    show_statuses_to_source: field.boolean({ default: false }),
    note: field.text({ multiline: true, max: 2_000, optional: true }),
  },
  title: 'name',
  list: [
    'id',
    'name',
    'is_active',
    'default_status',
    'default_country',
    'default_language',
    'tags',
    'show_statuses_to_source',
    'note',
    'created_at',
  ],
  hidden: ['id', 'show_statuses_to_source', 'note', 'created_at'],
  inline: ['name', 'is_active', 'note'],
  filters: ['is_active', 'default_country', 'default_status'],
  form: {
    Source: ['name', 'is_active', 'show_statuses_to_source', 'note'],
    'New leads': ['default_status', 'default_country', 'default_language', 'tags'],
  },
  sort: 'name',
  options: { permission: 'options.sources.all', fields: ['name'], activeBy: 'is_active' },
})
