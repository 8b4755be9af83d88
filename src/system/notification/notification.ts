import { both, can, defineResource, field, own } from '#schema'

const mayView = both(can('user.profile.notification.view'), own('user'))
const mayDelete = both(can('user.profile.notification.delete'), own('user'))

/** Messages of the bell, each seen only by the person it is for. */
export const notification = defineResource('notifications', {
  icon: 'bell',
  api: 'profile/notification',
  routes: { list: 'profile/notifications', show: 'profile/notification/:id' },
  permission: 'user.profile.notification',
  access: { list: mayView, show: mayView, delete: mayDelete },
  operations: ['list', 'show', 'delete'],
  fields: {
    user: field.reference('users', { computed: true }),
    /** What happened, as the key under which a translation stands. */
    event: field.text({ max: 60, computed: true }),
    title: field.text({ max: 120, computed: true }),
    message: field.text({ max: 500, computed: true }),
    /** What the placeholders of a translation stand for. */
    values: field.json({ computed: true, optional: true }),
    /** What it is about. */
    resource: field.text({ max: 60, computed: true, optional: true }),
    record_id: field.integer({ computed: true, optional: true }),
    /** How many of the same within an hour. */
    count: field.integer({ computed: true, default: 1 }),
    read_at: field.timestamp({ computed: true, optional: true }),
  },
  title: 'title',
  list: ['title', 'message', 'updated_at', 'read_at'],
  filters: ['read_at', 'updated_at'],
  form: [],
  show: ['title', 'message', 'updated_at'],
  sort: '-updated_at',
  indexes: [
    ['user', '-updated_at'],
    // What is unread is counted and shown on every screen.
    ['user', 'read_at', '-updated_at'],
    // What was told of the same thing is asked for at each message.
    ['user', 'event', 'record_id'],
  ],
})
