import { both, can, defineResource, either, field, own, type RecordOf } from '#schema'

import { settingAccess } from './access.ts'

export type Tag = RecordOf<typeof tag>

const access = settingAccess('tag')
const owners = either(can('settings.tag.share'), own('user_setting_id'))

export const tag = defineResource('tags', {
  group: 'Settings',
  icon: 'label',
  api: 'settings/tag',
  routes: { list: 'settings/tags' },
  permission: 'settings.tag',
  access: {
    ...access,
    create: both(access.create, owners),
    edit: both(access.edit, owners),
    delete: both(access.delete, owners),
  },
  messages: 'setting',
  mergeable: true,
  fields: {
    name: field.text({ max: 40, search: true }),
    color: field.color({ default: '#64748b' }),
    user_setting_id: field.reference('users', {
      optional: true,
      writeBy: 'settings.tag.share',
      label: 'Owner',
      help: 'Nobody: everybody shares the tag.',
    }),
    in_use: field.derived(field.boolean({ default: false })),
  },
  title: 'name',
  withTitle: ['color'],
  list: ['id', 'name', 'color', 'user_setting_id', 'in_use', 'created_at'],
  hiddenColumns: ['id', 'created_at'],
  editableColumns: ['name', 'color'],
  filters: ['user_setting_id', 'in_use'],
  form: ['name', 'color', 'user_setting_id'],
  sort: 'name',
  options: { permission: 'options.tags.all', fields: ['name', 'user_setting_id'] },
})
