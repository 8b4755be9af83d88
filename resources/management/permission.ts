import { defineResource, field, type RecordOf } from '#schema'

export type Permission = RecordOf<typeof permission>

export const permission = defineResource('permissions', {
  group: 'Users management',
  icon: 'key',
  api: 'management/permission',
  routes: { list: 'management/permissions' },
  permission: 'management.permission',
  reauthenticate: ['create', 'edit', 'delete'],
  fields: {
    name: field.text({
      max: 120,
      search: true,
      pattern: [
        /^[a-z][A-Za-z_]*(?:\.[a-zA-Z_]+)+$/,
        'Use words with dots between, like lead.view or settings.tag.create',
      ],
    }),
    guard_name: field.text({ max: 20, default: 'api', label: 'Guard' }),
    group: field.text({ max: 60, optional: true, search: true, translated: true }),
    description: field.text({ max: 250, optional: true, search: true, translated: true }),
  },
  title: 'name',
  list: ['id', 'name', 'guard_name', 'group', 'description'],
  hidden: ['id'],
  filters: ['group'],
  form: ['name', 'guard_name', 'group', 'description'],
  sort: 'name',
  unique: [['name', 'guard_name']],
  options: {
    permission: [
      'management.role_has_permissions.view',
      'management.role.create',
      'management.role.update',
    ],
    fields: ['name', 'group', 'description'],
  },
})
