import { defineResource, field, related, type RecordOf } from '#schema'

export type Role = RecordOf<typeof role>

export const role = defineResource('roles', {
  group: 'Users management',
  icon: 'badge',
  api: 'management/role',
  routes: {
    list: 'management/roles',
    create: 'management/role/create',
    edit: 'management/role/:id/edit',
  },
  permission: 'management.role',
  reauthenticate: ['create', 'edit', 'delete'],
  fields: {
    name: field.text({ max: 60, search: true }),
    guard_name: field.text({ max: 20, default: 'api', label: 'Guard' }),
    is_full: field.boolean({
      computed: true,
      default: false,
      label: 'Full access',
      help: 'Holds every permission, also those that come later.',
    }),
    permissions: field.references('permissions', {
      onDelete: 'empty',
      readBy: 'management.role_has_permissions.view',
      writeBy: 'management.role_has_permissions.update',
    }),
    /** Without those that guard nothing yet: no matrix shows them. */
    permission_count: field.derived(
      field.integer({
        default: 0,
        label: 'Permissions',
        readBy: 'management.role_has_permissions.view',
      }),
    ),
    user_count: field.derived(
      field.integer({ default: 0, label: 'Users', readBy: 'management.user.view' }),
    ),
  },
  title: 'name',
  list: [
    'id',
    'name',
    'guard_name',
    'is_full',
    'permission_count',
    'user_count',
    'created_at',
    'updated_at',
  ],
  hiddenColumns: ['id', 'guard_name', 'is_full', 'created_at'],
  filters: ['is_full', 'permissions'],
  form: ['name', 'guard_name', 'permissions'],
  show: {
    Role: ['name', 'guard_name', 'is_full', 'permissions', 'created_at', 'updated_at'],
    Users: related('users', {
      by: 'roles',
      list: ['name', 'email', 'is_active', 'last_active_at'],
    }),
  },
  showTabs: true,
  sort: 'name',
  unique: [['name', 'guard_name']],
  options: {
    permission: ['management.user.create', 'management.user.update'],
    fields: ['name'],
  },
})
