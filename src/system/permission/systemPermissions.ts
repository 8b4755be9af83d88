const group = (title: string, prefix: string, described: Readonly<Record<string, string>>) =>
  Object.entries(described).map(([name, description]) => ({
    name: `${prefix}.${name}`,
    group: title,
    description,
  }))

/** The permissions that the engine asks for itself, beside those of resources: a part of `permissions` of every business. */
export const systemPermissions = [
  ...group('Users management', 'management.role_has_permissions', {
    view: 'See which permissions a role has',
    update: 'Change which permissions a role has',
  }),
  ...group('Users management', 'schedule', {
    view: 'See schedules',
    export: 'Export schedules',
  }),
  ...group('Profile', 'user.profile', {
    view: 'See the own profile',
    update: 'Change the own profile',
    'notification.view': 'See own notifications',
    'notification.delete': 'Delete own notifications',
    'job.view': 'See own jobs',
    'job.cancel': 'Cancel jobs',
    'job.pause': 'Pause and resume jobs',
    'job.retry': 'Try the failed part of jobs again',
    'job.all': 'See everybody’s jobs',
  }),
  ...group('Saved views', 'views', { share: 'Share saved views with a role or with everybody' }),
]
