import { permissionsOf, sentence, type Resource } from '#schema'

import type { PermissionDeclaration } from './backend.ts'

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
      .map((name) => ({
        name,
        group: resource.group ?? resource.label,
        description: told(resource, name),
      })),
  )
  return [...listed, ...derived]
}

function told(resource: Resource, name: string): string {
  const last = name.slice(name.lastIndexOf('.') + 1)
  return `${verbs[last] ?? sentence(last)} ${resource.label.toLowerCase()}`
}
