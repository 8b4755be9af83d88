import { anyone, defineResource, field, own, type Filter, type RecordOf, type User } from '#schema'

export type SavedView = RecordOf<typeof savedView>

interface Shared {
  user: number
  visibility: 'private' | 'role' | 'all'
  role: number | null
}

/** One's own, those for all, and those for one of one's roles. */
const meantFor = ({ id, roles = [] }: User): Filter<Shared> => ({
  any: [{ user: id }, { visibility: 'all' }, { visibility: 'role', role: { in: roles } }],
})

/** How somebody looked at a list, kept under a name: filter, order, columns, density. */
export const savedView = defineResource('saved_views', {
  icon: 'category',
  api: 'profile/view',
  route: 'profile/views',
  permission: 'user.profile.savedView',
  operations: ['list', 'show', 'create', 'edit', 'delete'],
  access: {
    list: meantFor,
    show: meantFor,
    create: anyone,
    edit: own('user'),
    delete: own('user'),
  },
  fields: {
    name: field.text({ max: 60 }),
    /** The name of the resource whose list it shows. */
    resource: field.text({ max: 60, index: true }),
    user: field.reference('users', { computed: true }),
    /** Set by its owner through `POST /profile/view/{id}/share`. */
    visibility: field.choice(
      { private: 'Only me', role: 'A role', all: 'Everybody' },
      { computed: true, default: 'private' },
    ),
    role: field.reference('roles', { computed: true, optional: true }),
    settings: field.json(),
  },
  title: 'name',
  list: ['name', 'resource', 'visibility', 'role', 'user', 'updated_at'],
  filters: ['resource', 'visibility'],
  form: ['name'],
  show: ['name', 'resource', 'visibility', 'role', 'user', 'settings'],
  sort: 'name',
})
