import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { checkResources, throwAll, untilBroken } from '#schema'

import type { Business } from './backend.ts'
import { businessFault, businessFolder, businessPath, codeEnding } from './businessFolder.ts'
import type { Sql } from './database.ts'
import { type Declared, businessFaults } from './behavior/businessFaults.ts'

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
  const fault = businessFault()
  if (fault !== undefined) throw new Error(fault)
  const module: { business?: Business } = await import(
    pathToFileURL(join(businessFolder, `index.server${codeEnding}`)).href
  )
  if (!module.business) throw new Error(`${businessPath}/index.server.ts exports no business`)
  return module.business
}

/**
 * Throws, naming resource or role and place of each fault, when what a business declares contradicts itself or cannot work.
 * Asked at every start and by `npm run check`.
 */
export function checkBusiness(business: Declared): void {
  checkResources(business.resources)
  throwAll(untilBroken('business', businessFaults(business)))
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
