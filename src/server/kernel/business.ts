import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import {
  type ActionDeclaration,
  checkResources,
  isOnList,
  isStored,
  type Field,
  permissionsOf,
  type Resource,
  sentence,
} from '#schema'

import type { Business } from './backend.ts'
import type { PermissionDeclaration } from './declaredRights.ts'
import { businessFolder, businessPath, codeEnding } from './businessFolder.ts'
import type { Sql } from './database.ts'

/**
 * Declares the business of a folder in its `index.server.ts`, as `export const business = defineBusiness(import.meta.url, …)`.
 * Without roles of its own an empty database gets one that may do everything.
 */
export const defineBusiness = (
  module: string,
  parts: Pick<Business, 'resources'> & Partial<Omit<Business, 'module'>>,
): Business => ({
  module,
  behaviors: {},
  permissions: [],
  roles: [{ name: 'Administrator', permissions: ['*'] }],
  demoAccounts: [],
  seed: async () => undefined,
  demo: async () => undefined,
  ...parts,
})

/** Loads the server's part of the business. */
export async function loadBusiness(): Promise<Business> {
  const module: { business?: Business } = await import(
    pathToFileURL(join(businessFolder, `index.server${codeEnding}`)).href
  )
  if (!module.business) throw new Error(`${businessPath}/index.server.ts exports no business`)
  return module.business
}

/** What the engine reads and writes itself, by the name of the resource and of its declaration in `#system`. */
const needed = {
  users: 'user',
  roles: 'role',
  permissions: 'permission',
  audit_entries: 'auditEntryOf',
  jobs: 'job',
  imports: 'importRecordOf',
  notifications: 'notification',
  locales: 'locale',
  localizations: 'localization',
}

type Declared = Pick<Business, 'resources' | 'behaviors' | 'permissions' | 'roles'>

/**
 * Throws, naming resource or role and place, when what a business declares contradicts itself or cannot work. Asked at
 * every start and by `npm run check`.
 */
export function checkBusiness(business: Declared): void {
  const { resources, permissions, roles } = business
  checkResources(resources)
  for (const resource of resources) checkHandlers(resource, business)
  for (const resource of resources) checkAfter(resource, business)
  requireSystem(resources)
  const twice = permissions.find(
    ({ name }, at) => permissions.findIndex((one) => one.name === name) < at,
  )
  if (twice) throw new Error(`permission "${twice.name}" (${twice.group}): declared twice`)
  const known = new Set(['*', ...allPermissions(resources, permissions).map(({ name }) => name)])
  for (const role of roles) {
    const unknown = role.permissions.find((name) => !known.has(name))
    if (unknown) throw new Error(`role "${role.name}": no permission "${unknown}" is declared`)
  }
  for (const resource of resources) checkComputed(resource, business)
}

/** A button that nothing stands behind. */
function checkHandlers({ name, actions = {} }: Resource, { behaviors }: Declared): void {
  const { actions: handlers = {} } = (behaviors[name] ?? {}) as { actions?: object }
  const lacking = Object.entries<ActionDeclaration>(actions).find(
    ([action, { moves }]) => !moves && !Object.hasOwn(handlers, action),
  )
  if (lacking)
    throw new Error(`${name}.actions.${lacking[0]}: no handler. Write it in the behavior`)
}

/** Work that nothing would ever be followed by. */
function checkAfter({ name, actions = {} }: Resource, { behaviors }: Declared): void {
  const onRecord = Object.entries<ActionDeclaration>(actions).filter(
    ([, action]) => !isOnList(action),
  )
  const known = ['create', 'update', 'delete', 'restore', ...onRecord.map(([action]) => action)]
  const unknown = Object.keys(behaviors[name]?.after ?? {}).find(
    (action) => !known.includes(action),
  )
  if (unknown === undefined) return
  throw new Error(
    `${name}.after.${unknown}: nothing of this name is done to a record. There are ${known.join(', ')}`,
  )
}

/** A value that nothing sets: no record could be saved. */
function checkComputed({ name, fields, operations }: Resource, { behaviors }: Declared) {
  const { prepare, beforeCreate, defaults } = behaviors[name] ?? {}
  if (!operations.includes('create') || prepare || beforeCreate || defaults) return
  const unset = Object.entries<Field>(fields).find(([, field]) => {
    const { computed, optional, default: initial } = field.options
    return computed && !optional && initial === undefined && isStored(field)
  })
  if (!unset) return
  throw new Error(
    `${name}.${unset[0]}: required, computed, and nothing sets it. Give it a default, say \`optional\`, or set it in \`beforeCreate\``,
  )
}

/** Throws, naming it, when a resource of the system is not among those of the business. */
function requireSystem(resources: readonly Resource[]): void {
  const names = new Set(resources.map(({ name }) => name))
  for (const [name, declaration] of Object.entries(needed)) {
    if (names.has(name)) continue
    throw new Error(
      `resources/index.ts: the console needs "${name}". List \`${declaration}\` of #system.`,
    )
  }
}

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

/** Whether people may choose a language: English, which stands in the code, and those that the business speaks. */
export async function isLanguage(
  { translations }: Pick<Business, 'translations'>,
  code: string,
  database: Sql,
): Promise<boolean> {
  return (
    code === 'en' || !translations || Object.hasOwn(await translations.languages(database), code)
  )
}
