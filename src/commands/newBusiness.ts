import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { sentence } from '#schema'

/** The files of a business without a resource of its own, by their names: what every console needs, and two roles. */
const files = {
  'index.ts': `import { savedViewsOf } from '#features'
import { defineResources } from '#schema'
import { systemResources } from '#system'

const own = [
] as const
const lists = [...own, ...systemResources(own)] as const

/** Every resource of the console, in the order of the sidebar. */
export const resources = defineResources([...lists, savedViewsOf(lists)])
`,
  'index.server.ts': `import { savedViewBehavior, unsharingViews } from '#features/server'
import { defineBusiness, type Behaviors } from '#server'
import { createTranslations, seedLanguages, systemBehaviors } from '#system/server'

import { permissions } from './permissions.ts'
import { resources } from './index.ts'
import { roles } from './roles.ts'

/** What the server does beside the declarations, by resource. */
const behaviors = {
  ...systemBehaviors,
  roles: unsharingViews(systemBehaviors.roles),
  saved_views: savedViewBehavior,
} satisfies Behaviors<typeof resources>

export const business = defineBusiness(import.meta.url, {
  resources,
  behaviors,
  permissions,
  roles,
  translations: createTranslations({ module: import.meta.url, resources, permissions }),
  seed: seedLanguages,
})
`,
  'index.browser.ts': `import type { BusinessParts, ViewsByResource } from '#browser'
import { systemViews } from '#system/browser'

import { resources } from './index.ts'

/** What is drawn otherwise than it is derived, by resource. */
const views: ViewsByResource<typeof resources> = systemViews

export const business: BusinessParts = { resources, views }
`,
  'permissions.ts': `import { systemPermissions } from '#system'

/**
 * The permissions beside those that declarations make: what a field or a rule asks for, like
 * { name: 'club.note.view', group: 'Club', description: 'Read the notes' }.
 */
export const permissions = [...systemPermissions] as const
`,
  'roles.ts': `const profile = ['view', 'update', 'notification.view', 'notification.delete', 'job.view'].map(
  (right) => \`user.profile.\${right}\`,
)

/** The roles of a new database. */
export const roles = [
  { name: 'Administrator', permissions: ['*'] },
  {
    name: 'Staff',
    permissions: [
      ...profile,
    ],
  },
]
`,
}

/** Begins a business in a folder that has none. Returns the names of the files that it wrote. */
export function beginBusiness(folder: string): string[] {
  if (existsSync(join(folder, 'index.ts'))) return []
  mkdirSync(folder, { recursive: true })
  const name = JSON.stringify(sentence(basename(folder)))
  const written = { ...files, 'business.json': `{ "name": ${name} }\n` }
  for (const [name, text] of Object.entries(written)) writeFileSync(join(folder, name), text)
  return Object.keys(written)
}
