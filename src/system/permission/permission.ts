import { defineResource, field, messageName, type RecordOf } from '#schema'
import { msg } from '../../texts/msg.ts'

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
      pattern: [/^[a-z][A-Za-z_]*(?:\.[a-zA-Z_]+)+$/, msg('use_words_with_dots_between_like_part')],
    }),
    guard_name: field.text({ max: 20, default: 'api', label: 'Guard' }),
    group: field.text({
      max: 60,
      optional: true,
      search: true,
      textKey: ({ group }: { group?: unknown }) =>
        `permission_groups.${messageName(String(group))}`,
    }),
    description: field.text({
      max: 250,
      optional: true,
      search: true,
      textKey: ({ name }: { name?: unknown }) => `permissions.${String(name)}`,
    }),
    roles: field.derived(
      field.text({ optional: true, readBy: 'management.role_has_permissions.view' }),
    ),
    is_active: field.boolean({
      computed: true,
      default: true,
      label: 'Available',
      help: 'For a later release: roles keep it, and nobody is offered it.',
    }),
  },
  title: 'name',
  list: ['id', 'name', 'guard_name', 'group', 'description', 'roles', 'is_active'],
  hiddenColumns: ['id', 'guard_name'],
  filters: ['is_active', 'group'],
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
    activeBy: 'is_active',
  },
})
