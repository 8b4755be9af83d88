import { extend, field, type RecordOf } from '#schema'
import { ofUser, user as systemUser } from '#system'

export type Account = RecordOf<typeof user>

/** Those who sign in, and whether they may send. */
export const user = extend(systemUser, {
  fields: {
    is_sender: field.boolean({
      default: false,
      reauthenticate: true,
      inSession: true,
      label: 'Sender',
      help: 'May start sending leads, together with the permission.',
    }),
  },
  list: [
    'id',
    'name',
    'email',
    'roles',
    'is_sender',
    'is_active',
    'last_login_at',
    'last_active_at',
    'created_at',
  ],
  filters: ['roles', 'is_active', 'is_sender'],
  form: {
    Person: ['name', 'email', 'password', 'must_change_password'],
    Access: ['roles', 'is_sender', 'is_active'],
    Preferences: ['locale', 'timezone', 'per_page'],
  },
  show: {
    Person: ['name', 'email', 'must_change_password', 'last_login_at', 'last_active_at'],
    Access: ['roles', 'is_sender', 'is_active'],
    Preferences: ['locale', 'timezone', 'per_page', 'created_at'],
    ...ofUser,
  },
})
