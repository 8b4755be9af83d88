import type { Resource } from '#schema'

/** What the engine reads and writes itself, by the name of the resource and of its declaration in `#system`. */
const needed = {
  users: 'user',
  roles: 'role',
  permissions: 'permission',
  audit_entries: 'auditEntryOf',
  jobs: 'job',
  imports: 'importRecord',
  notifications: 'notification',
}

/** Throws, naming it, when a resource of the system is not among those of the business. */
export function requireSystem(resources: readonly Resource[]): void {
  const names = new Set(resources.map(({ name }) => name))
  for (const [name, declaration] of Object.entries(needed)) {
    if (names.has(name)) continue
    throw new Error(
      `resources/index.ts: the console needs "${name}". List \`${declaration}\` of #system.`,
    )
  }
}
