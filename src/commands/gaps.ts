import { type ActionDeclaration, permissionsOf, type Resource, type User } from '#schema'

import type { PermissionDeclaration, SeedRole } from '../server/kernel/declaredRights.ts'
import { declaredPermissions, wayOut } from '../server/kernel/permissions.ts'

export interface Declared {
  readonly resources: readonly Resource[]
  readonly permissions: readonly PermissionDeclaration[]
  readonly roles: readonly SeedRole[]
  /** The source of the console as one text, without the lists of permissions and roles. */
  readonly code: string
}

/** Returns a sentence for each thing that is declared and that no user could use, each with its name. */
export function gapsOf(declared: Declared): string[] {
  return [...unseen(declared), ...idle(declared), ...unknown(declared), ...silent(declared)]
}

/** Resources that no role but the administrators' is meant to see. */
const forAdministrators = new Set([
  'users',
  'roles',
  'permissions',
  'audit_entries',
  'locales',
  'localizations',
  'schedules',
  'user_sessions',
])

function unseen({ resources, roles }: Declared): string[] {
  const some = roles.filter(({ permissions }) => !permissions.includes('*'))
  const maySee = (resource: Resource, { permissions }: SeedRole) =>
    resource.access.list(userWith(permissions)) !== false
  return resources
    .filter(({ operations }) => operations.includes('list'))
    .filter(({ name }) => !forAdministrators.has(name))
    .filter((resource) => !some.some((role) => maySee(resource, role)))
    .map(({ name, access }) => `${name}: no role sees it. ${remedy(access.list.permissions)}`)
}

/** What a role needs is not always called as the resource is: imports are seen by who may import. */
function remedy(permissions: readonly string[] = []): string {
  const names = permissions.map((name) => `"${name}"`).join(' or ')
  return names ? `Give a role of roles.ts ${names}.` : 'Give a role its permissions in roles.ts.'
}

const userWith = (permissions: readonly string[]): User => ({
  id: 1,
  name: '',
  email: '',
  permissions: new Set(permissions),
})

/** A permission that nothing asks for grants nothing; one that is `planned` must not be asked for yet. */
function idle({ resources, permissions, code }: Declared): string[] {
  const read = new Set(resources.flatMap(permissionsOf))
  const prefixes = new Set(resources.map(({ permission }) => permission))
  const isRead = (name: string) => {
    const dot = name.lastIndexOf('.')
    const right = name.slice(dot + 1)
    return (
      read.has(name) ||
      code.includes(`'${name}'`) ||
      (prefixes.has(name.slice(0, dot)) && code.includes(`\`\${permission}.${right}\``))
    )
  }
  return permissions.flatMap(({ name, planned }) => {
    if (isRead(name) && planned) return [`${name} guards something: it is planned no longer.`]
    return isRead(name) || planned ? [] : [`${name} guards nothing. Mark it as planned or drop it.`]
  })
}

/** What the engine asks for of its own, and the first card of a business makes. */
const ofCards = 'dashboard.view'

/** A route, a hook or a screen that asks for a permission that no role can hold. */
function unknown({ resources, permissions, code }: Declared): string[] {
  const known = new Set([...declaredPermissions(resources, permissions), ofCards])
  const prefixes = new Set(resources.map(({ permission }) => permission))
  const asked = code
    .split('\n')
    .filter((line) => !/^\s*(?:\*|\/[*/])/.test(line))
    .flatMap((line) => [...line.matchAll(asking)].map(([, name = '']) => name))
  return [...new Set(asked)]
    .filter((name) => !known.has(name) && !prefixes.has(name))
    .map((name) => {
      const way = wayOut(name, known)
      return `the code asks for "${name}", and no such permission is declared. ${way}`
    })
}

const asking = /\b(?:permissions\.has\(|permission: |can\(|lacks\()'([\w.]+)'/g

/** Actions of which nothing is said when they are done: a file, an answer or a new state speaks for itself. */
function silent({ resources }: Declared): string[] {
  return resources.flatMap(({ name: resource, actions = {} }) =>
    Object.entries<ActionDeclaration>(actions)
      .filter(([, { done, answer, file, moves }]) => !(done ?? answer ?? file ?? moves))
      .map(([name]) => `${resource}.${name}: say in \`done\` what was done, "The book is lent".`),
  )
}
