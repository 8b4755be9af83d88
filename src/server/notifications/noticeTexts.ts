/** English with placeholders like `%{name}`. */
export interface NoticeTexts {
  readonly title: string
  readonly message: string
}

/** The engine's own events. A translation stands under `notifications.{event}.title` and `.message`. */
export const noticeTexts = {
  job_finished: { title: 'Job finished', message: '%{name}: %{processed} processed. %{reason}' },
  job_finished_with_errors: {
    title: 'Job finished with errors',
    message: '%{name}: %{processed} processed, %{failed} of them failed. %{reason}',
  },
  job_paused: { title: 'A job waits for you', message: '%{name}: %{reason}' },
  job_failed: { title: 'Job failed', message: '%{name}: %{reason}' },
  new_device: {
    title: 'New sign-in to your account',
    message:
      'Somebody signed in with %{browser} on %{system} from %{ip}. If it was not you, change your password.',
  },
  sign_in_attack: {
    title: 'Somebody tries to sign in to your account',
    message:
      'There were many wrong passwords for your account. You can sign in as usual in browsers you have used before. Choose a password that you use nowhere else.',
  },
  account_attacked: {
    title: 'Many wrong passwords for an account',
    message:
      'Somebody tries many passwords for the account of %{name}. Further tries have to wait longer and longer.',
  },
  password_changed: {
    title: 'Your password was changed',
    message: 'Your password was changed. If it was not you, ask an administrator for help at once.',
  },
  email_changed: {
    title: 'Your e-mail address was changed',
    message:
      'You sign in with another e-mail address now. If it was not you, ask an administrator for help at once.',
  },
  role_created: { title: 'Role created', message: '%{who} created the role “%{name}”.' },
  role_changed: { title: 'Role changed', message: '%{who} changed the role “%{name}”.' },
  role_deleted: { title: 'Role deleted', message: '%{who} deleted the role “%{name}”.' },
  permission_created: {
    title: 'Permission created',
    message: '%{who} created the permission “%{name}”.',
  },
  permission_changed: {
    title: 'Permission changed',
    message: '%{who} changed the permission “%{name}”.',
  },
  permission_deleted: {
    title: 'Permission deleted',
    message: '%{who} deleted the permission “%{name}”.',
  },
  user_roles_changed: {
    title: 'Roles of a user changed',
    message: '%{who} changed the roles of %{name}.',
  },
  big_export: {
    title: 'Big export with contacts',
    message: '%{who} exported %{rows} records with contacts in the clear: %{name}.',
  },
} as const satisfies Record<string, NoticeTexts>

export type EngineEvent = keyof typeof noticeTexts
