import { defineResource, field } from '#schema'

import type { Session } from '../../../src/browser/client/session/session.ts'

export const author = defineResource('authors', {
  group: 'Library',
  icon: 'person',
  api: 'library/author',
  routes: { list: 'library/authors' },
  permission: 'author',
  fields: {
    name: field.text({ max: 80, search: true }),
    born: field.date({ optional: true }),
    slug: field.text({ computed: true, optional: true }),
    copies: field.integer({ computed: true, default: 0 }),
    is_active: field.boolean({ default: true }),
  },
  title: 'name',
  list: ['id', 'name'],
  filters: ['name'],
  form: ['name', 'born'],
  options: { permission: 'options.authors', activeBy: 'is_active' },
})

export const book = defineResource('books', {
  group: 'Library',
  icon: 'source',
  api: 'library/book',
  routes: {
    list: 'library/books/search',
    create: 'library/book/create',
    edit: 'library/book/:id/edit',
    show: 'library/book/single/:id',
  },
  permission: 'book',
  fields: { title: field.text({ search: true }), author: field.reference('authors') },
  title: 'title',
  list: ['id', 'title', 'author'],
  filters: ['author'],
  form: ['title', 'author'],
  actions: {
    reprint: {
      label: 'Reprint',
      permission: 'book.reprint',
      input: {
        note: field.text({ optional: true, label: 'Printer’s note' }),
        size: field.choice({ s: 'Small', l: 'Large' }, { optional: true }),
      },
    },
  },
})

const shelf = defineResource('shelves', {
  group: 'Furniture',
  permission: 'shelf',
  fields: { name: field.text() },
  title: 'name',
  list: ['name'],
  form: ['name'],
})

const job = defineResource('jobs', {
  api: 'profile/job',
  routes: { list: 'profile/jobs' },
  permission: 'user.profile.job',
  fields: { name: field.text(), progress: field.progress({ default: 0 }) },
  title: 'name',
  list: ['name', 'progress'],
  form: ['name'],
  operations: ['list', 'show'],
})

/** The engine's log, as a business lists it. */
const auditEntry = defineResource('audit_entries', {
  label: 'Audit log',
  api: 'audit',
  routes: { list: 'audit' },
  permission: 'audit',
  operations: ['list', 'show', 'export'],
  view: { sorts: ['created_at'] },
  fields: {
    action: field.choice({ update: 'Changed', login_failed: 'Sign-in failed' }, { computed: true }),
    resource: field.text({ computed: true, optional: true }),
    record: field.integer({ computed: true, optional: true }),
    detail: field.json({ computed: true, optional: true }),
  },
  title: 'action',
  list: ['action', 'resource', 'record', 'detail'],
  form: [],
  show: ['detail'],
  sort: '-created_at',
})

export const resources = [author, book, shelf, job, auditEntry]

export const everything = [
  ...['author', 'book', 'shelf'].flatMap((name) =>
    ['view', 'create', 'update', 'delete'].map((act) => `${name}.${act}`),
  ),
  'user.profile.job.view',
]

let sessions = 0

/** A token that no other test has: what the console of an earlier one still does is not done to this one's session. */
export const newToken = (): string => `token ${(sessions += 1)}`

export function sessionOf(permissions: readonly string[], changes: Partial<Session> = {}): Session {
  return {
    access_token: 'secret-token',
    token_type: 'Bearer',
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    id: 5,
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    is_sender: 0,
    permissions,
    notifications: [],
    total_notifications: 0,
    settings: { locale: 'en', timezone: 'UTC', per_page: 25 },
    ...changes,
  }
}
