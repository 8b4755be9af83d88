const records = (name: string, ...rights: string[]) =>
  rights.map((right) => `hire.${name}.${right}`)

const profile = ['view', 'update', 'notification.view', 'notification.delete', 'job.view'].map(
  (right) => `user.profile.${right}`,
)

const options = ['customers', 'categories', 'equipment', 'bookings', 'users'].map(
  (name) => `options.${name}.all`,
)

export const roles = [
  { name: 'Administrator', permissions: ['*'] },
  {
    name: 'Hire desk',
    permissions: [
      ...records('customer', 'view', 'create', 'update', 'import', 'export'),
      ...records('booking', 'view', 'create', 'update', 'confirm', 'cancel'),
      ...records('booking', 'hand_out', 'take_back', 'export'),
      ...records('booking.line', 'view', 'create', 'update', 'delete'),
      ...records('equipment', 'view'),
      ...records('category', 'view'),
      ...records('maintenance', 'view', 'create', 'finish'),
      'dashboard.view',
      ...options,
      ...profile,
    ],
  },
  {
    name: 'Finance',
    permissions: [
      ...records('customer', 'view'),
      ...records('booking', 'view'),
      ...records('booking.line', 'view'),
      ...records('finance', 'view', 'create', 'update', 'export', 'pay', 'write_off'),
      'dashboard.view',
      ...options,
      ...profile,
    ],
  },
]
