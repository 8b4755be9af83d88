import {
  anyone,
  both,
  can,
  defineResource,
  either,
  field,
  own,
  type RecordOf,
  type Resource,
  type Rule,
} from '#schema'

export type SavedView = RecordOf<ReturnType<typeof savedViewsOf>>

interface Shared {
  visibility: 'private' | 'role' | 'all'
  role: number | null
}

/** Those for all, and those for one of one's roles. */
const sharedWithMe: Rule<Shared> = ({ roles = [] }) => ({
  any: [{ visibility: 'all' }, { visibility: 'role', role: { in: roles } }],
})

const shared: Rule<Shared> = () => ({ visibility: { in: ['role', 'all'] } })

/** Who manages roles sees and deletes whatever is shared with them. */
const managed = both(can('management.role.update'), shared)

/** Views of lists that the user may open. */
const ofOpenLists =
  (lists: readonly Resource[]): Rule<{ resource: string }> =>
  (user) => ({
    resource: {
      in: lists
        .filter(
          ({ operations, access }) => operations.includes('list') && access.list(user) !== false,
        )
        .map(({ name }) => name),
    },
  })

/** How somebody looked at one of the lists, kept under a name: filter, order, columns, density. */
export function savedViewsOf(lists: readonly Resource[]) {
  const seen = either(own('user'), both(ofOpenLists(lists), either(sharedWithMe, managed)))
  return defineResource('saved_views', {
    icon: 'category',
    api: 'profile/view',
    routes: { list: 'profile/views' },
    permission: 'user.profile.savedView',
    operations: ['list', 'show', 'create', 'edit', 'delete'],
    access: {
      list: seen,
      show: seen,
      create: anyone,
      edit: own('user'),
      delete: either(own('user'), managed),
    },
    fields: {
      name: field.text({ max: 60 }),
      /** The name of the resource whose list it shows. */
      resource: field.text({ max: 60, index: true, outOfForm: true }),
      user: field.reference('users', { computed: true }),
      /** Set by its owner through `POST /profile/view/{id}/share`. */
      visibility: field.choice(
        { private: 'Only me', role: 'A role', all: 'Everybody' },
        { computed: true, default: 'private' },
      ),
      role: field.reference('roles', { computed: true, optional: true }),
      // Its filters may hold some thousands of addresses.
      settings: field.json({ max: 131_072, outOfForm: true }),
    },
    title: 'name',
    list: ['name', 'resource', 'visibility', 'role', 'user', 'updated_at'],
    filters: ['resource', 'visibility'],
    form: ['name'],
    show: ['name', 'resource', 'visibility', 'role', 'user', 'settings'],
    sort: 'name',
  })
}
