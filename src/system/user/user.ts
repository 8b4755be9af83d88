import { defineResource, field, related, type RecordOf, type User } from '#schema'

import { msg } from '../../texts/msg.ts'

export type UserRecord = RecordOf<typeof user>

/** Where a person is signed in, for those who may see it. */
export const ofUser = {
  'Sign-ins': related('user_sessions', { by: 'user' }),
}

const isSomeoneElse = ({ id }: { id: number }, asker: User) => id !== asker.id

export const user = defineResource('users', {
  group: 'Users management',
  icon: 'people',
  api: 'management/user',
  routes: {
    list: 'management/users',
    create: 'management/user/create',
    edit: 'management/user/:id/edit',
  },
  permission: 'management.user',
  reauthenticate: ['create', 'delete'],
  softDelete: true,
  undeletable: {
    when: ({ id }, asker) => id === asker.id,
    refusal: msg('you_cannot_delete_yourself'),
  },
  fields: {
    name: field.text({ min: 2, max: 120, search: true }),
    email: field.email({ unique: true, search: true, reauthenticate: true, label: 'E-mail' }),
    password: field.password({ reauthenticate: true, help: 'At least 12 characters.' }),
    roles: field.references('roles', { required: true, reauthenticate: true }),
    is_active: field.boolean({ default: true, reauthenticate: true, label: 'Active' }),
    must_change_password: field.boolean({
      default: true,
      help: 'Ends when the user has chosen a password of their own.',
    }),
    locale: field.text({ max: 35, default: 'en', label: 'Language' }),
    timezone: field.text({ max: 60, default: 'UTC', label: 'Time zone' }),
    per_page: field.integer({ min: 10, max: 200, default: 25, label: 'Rows per page' }),
    quiet_events: field.words({
      max: 200,
      each: 60,
      optional: true,
      computed: true,
      label: 'Quiet notifications',
    }),
    last_login_at: field.timestamp({ computed: true, optional: true, label: 'Last sign-in' }),
    last_active_at: field.timestamp({ computed: true, optional: true }),
  },
  title: 'name',
  list: [
    'id',
    'name',
    'email',
    'roles',
    'is_active',
    'last_login_at',
    'last_active_at',
    'created_at',
  ],
  hiddenColumns: ['id', 'created_at'],
  filters: ['roles', 'is_active'],
  form: {
    Person: ['name', 'email', 'password', 'must_change_password'],
    Access: ['roles', 'is_active'],
    Preferences: ['locale', 'timezone', 'per_page'],
  },
  show: {
    Person: ['name', 'email', 'must_change_password', 'last_login_at', 'last_active_at'],
    Access: ['roles', 'is_active'],
    Preferences: ['locale', 'timezone', 'per_page', 'created_at'],
    ...ofUser,
  },
  sort: 'name',
  actions: {
    deactivate: {
      label: 'Deactivate',
      permission: 'management.user.update',
      when: (one: { id: number; is_active: boolean }, asker: User) =>
        one.is_active && isSomeoneElse(one, asker),
      reauthenticate: true,
      confirm: 'They are signed out in every browser at once, and cannot sign in again.',
      done: 'Deactivated',
    },
    activate: {
      label: 'Activate',
      permission: 'management.user.update',
      when: ({ is_active }: { is_active: boolean }) => !is_active,
      reauthenticate: true,
      done: 'Activated',
    },
    reset_password: {
      label: 'Reset password',
      path: 'password',
      permission: 'management.user.update',
      when: isSomeoneElse,
      refusal: msg('change_it_in_your_profile_with_your'),
      reauthenticate: true,
      input: {
        password: field.password({ label: 'New password', help: 'At least 12 characters.' }),
      },
      confirm:
        'They are signed out in every browser, and choose a password of their own after they sign in with this one.',
      done: 'Password reset',
    },
    end_sessions: {
      label: 'Sign out everywhere',
      path: 'sessions/end',
      permission: 'management.user.update',
      when: isSomeoneElse,
      refusal: msg('end_your_sign_ins_in_your_profile'),
      bulk: true,
      confirm:
        'They are signed out in every browser at once, and sign in again with their password.',
      done: 'Signed out everywhere',
    },
  },
  options: { permission: 'options.users.all', fields: ['name'], activeBy: 'is_active' },
})
