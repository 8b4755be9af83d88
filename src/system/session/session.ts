import { can, defineResource, field } from '#schema'

import { msg } from '../../texts/msg.ts'

const computed = { computed: true, optional: true } as const
const mayEnd = can('management.user.update')

/** Where people are signed in, on their own pages: for those who may end it. */
export const session = defineResource('user_sessions', {
  label: 'Sign-ins',
  one: 'Sign-in',
  api: 'management/session',
  listedBy: { by: 'user', path: 'management/user/:id/sessions' },
  routes: { list: 'management/sessions' },
  permission: 'management.user',
  access: { list: mayEnd, show: mayEnd },
  operations: ['list'],
  view: { sorts: ['last_used_at'] },
  fields: {
    user: field.reference('users', { computed: true }),
    browser: field.text({ ...computed, max: 500 }),
    ip: field.text({ ...computed, max: 45, label: 'IP address' }),
    last_used_at: field.timestamp({ computed: true }),
    expires_at: field.timestamp({ computed: true, label: 'Ends' }),
  },
  title: '{browser}',
  list: ['browser', 'ip', 'created_at', 'last_used_at', 'expires_at'],
  form: [],
  sort: '-last_used_at',
  actions: {
    end: {
      label: 'Sign out',
      permission: mayEnd,
      when: (one, asker) => one.user !== asker.id,
      refusal: msg('end_your_sign_ins_in_your_profile'),
      confirm: 'They are signed out there at once, and sign in again with their password.',
      done: 'Signed out',
    },
  },
})
