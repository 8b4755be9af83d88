import {
  type ActionDeclaration,
  meant,
  permissionsMade,
  permissionsOf,
  readIn,
  type Resource,
  sentence,
} from '#schema'

import type { Business } from './backend.ts'
import type { PermissionDeclaration } from './declaredRights.ts'

const verbs: Readonly<Record<string, string>> = {
  view: 'See',
  create: 'Create',
  update: 'Change',
  delete: 'Delete',
  export: 'Export',
  import: 'Import',
}

/** The permissions the business lists, and those that only its declarations read. */
export function allPermissions(
  resources: readonly Resource[],
  listed: readonly PermissionDeclaration[],
): PermissionDeclaration[] {
  const known = new Set(listed.map(({ name }) => name))
  const derived = resources.flatMap((resource) =>
    permissionsOf(resource)
      .filter((name) => !known.has(name) && known.add(name))
      .map((name) => described(resource, name)),
  )
  return [...listed, ...derived]
}

function described({ label, group = label, options }: Resource, name: string) {
  const things = label.toLowerCase()
  if ([options?.permission].flat().includes(name)) {
    return { name, group: 'Option lists', description: `Choose among ${things}` }
  }
  const last = name.slice(name.lastIndexOf('.') + 1)
  return { name, group, description: `${verbs[last] ?? sentence(last)} ${things}` }
}

type Declared = Pick<Business, 'resources' | 'permissions' | 'roles'>

/** Permissions that are declared twice, and those that a role or a declaration names and nothing declares. */
export function* permissionFaults({ resources, permissions, roles }: Declared): Generator<string> {
  for (const [at, { name, group }] of permissions.entries()) {
    if (permissions.findIndex((one) => one.name === name) < at)
      yield `permission "${name}" (${group}): declared twice`
  }
  const known = declaredPermissions(resources, permissions)
  // A business without a list of its own has what its declarations read.
  const isListed = permissions.length > 0
  for (const resource of resources) yield* readFaults(resource, { known, isListed })
  const granted = new Set(['*', ...allPermissions(resources, permissions).map(({ name }) => name)])
  for (const [at, role] of roles.entries()) {
    if (roles.findIndex(({ name }) => name === role.name) < at)
      yield `role "${role.name}": declared twice`
    for (const name of role.permissions) {
      if (!granted.has(name))
        yield `role "${role.name}": no permission "${name}" is declared${meant(name, granted)}`
    }
  }
}

/** The permissions that the business lists, and those that its declarations make. */
export const declaredPermissions = (
  resources: readonly Resource[],
  listed: readonly PermissionDeclaration[],
): ReadonlySet<string> =>
  new Set([...listed.map(({ name }) => name), ...resources.flatMap(permissionsMade)])

interface KnownPermissions {
  readonly known: ReadonlySet<string>
  /** Whether what declarations only read is known too. */
  readonly isListed: boolean
}

/** A rule or a field that asks for a permission that no role can hold. The own permission of an action is declared by it. */
function* readFaults(resource: Resource, { known, isListed }: KnownPermissions): Generator<string> {
  const { name, actions = {} } = resource
  const own = new Set(Object.values<ActionDeclaration>(actions).map(({ permission }) => permission))
  for (const [place, permissions] of readIn(resource)) {
    const missing = permissions.find((one) => one !== '' && !known.has(one))
    if (missing === undefined) continue
    const isNear = nearPermission(missing, known) !== undefined
    if (!isNear && (own.has(missing) || !isListed)) continue
    yield `${name}.${place}: no permission "${missing}" is declared. ${wayOut(missing, known)}`
  }
}

/** What to do about a permission that nothing declares. */
export function wayOut(name: string, known: ReadonlySet<string>): string {
  const near = nearPermission(name, known)
  return near ? `Did you mean "${near}"?` : 'List it in `permissions` of the business'
}

const nearPermission = (name: string, known: ReadonlySet<string>) =>
  [...known].find((one) => isNear(name, one))

/** Whether each word of a permission is nearly that of another: `book.veiw` is, `book.update` is not. */
function isNear(name: string, other: string): boolean {
  const words = name.split('.')
  const others = other.split('.')
  return (
    words.length === others.length &&
    words.every((word, at) => word === others[at] || meant(word, [others[at] ?? '']) !== '')
  )
}
